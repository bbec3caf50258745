// SPDX-License-Identifier: Apache-2.0
// How many feasible nodes an attempt looks for before it scores them.
// Source: kube-scheduler schedule_one.go (numFeasibleNodesToFind, hasScoring).
#pragma once

#include "engine/rules/rules.hpp"

#include <cstddef>

namespace engine {

// Of `searched` nodes, for a pod of this profile; all of them below 100.
std::size_t nodes_to_score(const Rules& rules, const model::SchedulerProfile& profile, std::size_t searched);

} // namespace engine
