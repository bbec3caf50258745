// SPDX-License-Identifier: Apache-2.0
// The one simulation: scheduling cycles in queue order, in simulated time, until the cluster is at rest or repeats
// itself. Everything the program answers is read off the Timeline that comes out.
//
// Canonical order, where the live scheduler races: rejected siblings give up their places at once, in the order in
// which they began to wait, before the next pod is tried; pods that an event wakes move in the order in which they
// came to rest; a bound group's members appear on their nodes in the order in which they waited; victims stay on their
// nodes until the API server has answered their deletion; ties of scores go to the first node by name; a pod that gets
// a place takes 0.5 ms, one that gets none 4 ms (k_placing, k_failing).
#pragma once

#include "engine/rules/rules.hpp"
#include "engine/world/simulation_setup.hpp"
#include "engine/world/timeline.hpp"

#include <vector>

namespace engine {

// Capacity that bound and unfinished pods use on the nodes of the snapshot.
NodeUsage usage_of_bound_pods(const model::ClusterSnapshot& cluster, const NodeTable& nodes);

// The same after a run that has met claims for volumes and devices: they stay so.
NodeUsage usage_of_bound_pods(const model::ClusterSnapshot& cluster, const NodeTable& nodes, const NodeUsage& at_end);

// All pods that are neither bound nor finished nor terminating, sorted.
std::vector<model::PodIndex> pending_pods(const model::ClusterSnapshot& cluster);

Timeline simulate(const Rules& rules, const NodeTable& nodes, const NodeUsage& bound_usage,
                  const SimulationSetup& setup);

} // namespace engine
