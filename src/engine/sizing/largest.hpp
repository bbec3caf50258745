// SPDX-License-Identifier: Apache-2.0
// dry-run --largest: the greatest size of each role of the job.
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/sizing/job.hpp"
#include "model/report/report.hpp"
#include "model/report/sizing.hpp"

#include <cstdint>
#include <vector>

namespace engine {

// For each role of the manifest: the most replicas, if all are in one group or in none, and the greatest request of
// scarce resources. Scarce are all extended resources that the role requests; if none, cpu, else memory. Counts
// replicas up to `limit`.
std::vector<model::LargestReport> find_largest(const Run& run, const Job& job,
                                               const std::vector<model::Expansion>& expansions, std::int64_t limit);

} // namespace engine
