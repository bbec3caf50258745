// SPDX-License-Identifier: Apache-2.0
// Groups and pods that a change keeps from starting: they start or keep running in one run, but not in another.
#pragma once

#include "engine/explain/diagnose.hpp"

#include <set>
#include <string>
#include <vector>

namespace engine {

// Groups and pods ("ns/name", ascending) that start or keep running in `before` but not in `after`. Both runs must use
// the pod and group indexes of one snapshot. Skips the groups in `besides`, which the change targets. Another group
// counts if it has its quorum in `before` but not in `after`.
std::vector<std::string> losers(const Run& before, const Run& after, const std::set<model::GroupIndex>& besides);

// dry-run: groups and pods that start or keep running only without the pods of the manifest. `run` has these pods.
// Simulates a run without them, unless they use no capacity or no other pod could lose.
std::vector<std::string> losers_to_manifest(const Run& run, const std::vector<model::Expansion>& expansions);

// The pods that preemption evicts in the run.
std::set<model::PodIndex> victims_of(const Timeline& timeline);

} // namespace engine
