// SPDX-License-Identifier: Apache-2.0
// The only simulation: it runs scheduling cycles in queue order, in simulated time, until the cluster is at rest or in
// a retry loop. All answers of the program come from the resulting Timeline.
//
// Where the live scheduler races, the simulation uses a fixed order. Rejected siblings release their nodes at once, in
// the order in which they began to wait, before the next attempt. Pods that an event wakes move in the order in which
// they came to rest. Members of a bound group appear on their nodes in the order in which they waited. Victims stay on
// their nodes until the API server has answered their deletion. Ties of scores go to the first node by name. A
// successful attempt takes 0.5 ms, a failed one 4 ms (k_placing, k_failing).
#pragma once

#include "engine/rules/rules.hpp"
#include "engine/world/pods_at_start.hpp"
#include "engine/world/simulation_setup.hpp"
#include "engine/world/timeline.hpp"

#include <vector>

namespace engine {

// Capacity that bound and unfinished pods use on the nodes of the snapshot.
NodeUsage usage_of_bound_pods(const model::ClusterSnapshot& cluster, const NodeTable& nodes);

// The same after a run, with the volumes and devices that the run assigned to claims.
NodeUsage usage_of_bound_pods(const model::ClusterSnapshot& cluster, const NodeTable& nodes, const NodeUsage& at_end);

// All pods that are neither bound nor finished nor terminating, sorted.
std::vector<model::PodIndex> pending_pods(const model::ClusterSnapshot& cluster);

// `start`: of the same rules.
Timeline simulate(const Rules& rules, const NodeTable& nodes, const NodeUsage& bound_usage, const PodsAtStart& start,
                  const SimulationSetup& setup);

} // namespace engine
