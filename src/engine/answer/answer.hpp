// SPDX-License-Identifier: Apache-2.0
// The room's front door: a cluster and a question in, a Report out.
#pragma once

#include "engine/options.hpp"
#include "engine/question.hpp"
#include "model/cluster/cluster_snapshot.hpp"
#include "model/report/report.hpp"

namespace engine {

// Simulates the whole cluster and reports what was asked. Fills everything of the Report but sources, what_ifs,
// expansions, refusals and each message sentence, which are the caller's (report::put_into_words).
model::Report answer(const model::ClusterSnapshot& cluster, const Options& options, const Question& question);

} // namespace engine
