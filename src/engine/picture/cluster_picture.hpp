// SPDX-License-Identifier: Apache-2.0
// The cluster at the end of a run, in figures for a drawing (model/report/cluster_picture.hpp).
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/question.hpp"

namespace engine {

// `report` holds the requested groups with verdicts and evidence. Their shortages decide which resources to draw, and
// groups that do not fit come first. For a queue report, the drawing covers all pending pods of the shown rows and
// computes no answers of nodes.
model::ClusterPicture cluster_picture(const Run& run, const Question& question, const model::Report& report);

// Fills Fix::effects of all groups, in the first resource of `report.picture`.
void add_effects(const Run& run, model::Report& report);

} // namespace engine
