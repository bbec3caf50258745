// SPDX-License-Identifier: Apache-2.0
// The cluster as a run leaves it, in figures that can be drawn (model/report/cluster_picture.hpp).
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/question.hpp"

namespace engine {

// `report` holds the groups that were asked about, with verdicts and evidence: their shortages say what is worth
// drawing, and those that do not fit come first. Of a queue, all that is pending in the rows that are shown is asked
// about, and no node is asked for its answers.
model::ClusterPicture cluster_picture(const Run& run, const Question& question, const model::Report& report);

// Fix::effects of all groups, in the first resource of report.picture.
void add_effects(const Run& run, model::Report& report);

} // namespace engine
