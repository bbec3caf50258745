// SPDX-License-Identifier: Apache-2.0
// dry-run --largest: how large may a role of the job be?
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/sizing/job.hpp"
#include "model/report/report.hpp"
#include "model/report/sizing.hpp"

#include <cstdint>
#include <vector>

namespace engine {

// For each role that the manifest makes: the most replicas, where all are of one group or of none, and the greatest
// request of what is scarce: of each extended resource that it asks for, else of cpu, else of memory. Replicas are
// counted up to `limit`.
std::vector<model::LargestReport> find_largest(const Run& run, const Job& job,
                                               const std::vector<model::Expansion>& expansions, std::int64_t limit);

} // namespace engine
