// SPDX-License-Identifier: Apache-2.0
// Entry point of the module: takes a cluster and a question, and returns a Report.
#pragma once

#include "engine/options.hpp"
#include "engine/question.hpp"
#include "model/cluster/cluster_snapshot.hpp"
#include "model/report/report.hpp"

namespace engine {

// Simulates the whole cluster and answers the question. The caller fills sources, what_ifs, expansions and the refusals
// of dry-run; this function fills the rest of the Report.
model::Report answer(const model::ClusterSnapshot& cluster, const Options& options, const Question& question);

} // namespace engine
