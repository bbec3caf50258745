// SPDX-License-Identifier: Apache-2.0
// Coscheduling's check of spec.minResources: sums over all nodes, shapes ignored.
// Source: scheduler-plugins pkg/coscheduling/core, CheckClusterResource and getNodeResource.
#pragma once

#include "engine/nodes/node_table.hpp"
#include "engine/nodes/node_usage.hpp"
#include "model/cluster/pod_group.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace engine {

// The order of the nodes can decide where a group has minResources and pods take more of a node than it has.
bool has_min_resources(const model::ClusterSnapshot& cluster);
bool is_over_committed(const NodeTable& nodes, const NodeUsage& usage);

struct ResourceGap {
  std::string text; // "resource gap: map[cpu:{{2000 -3} {<nil>}  DecimalSI}]", as Go prints it
  // What is missing per resource: milli-cores for cpu, units otherwise.
  std::vector<std::pair<std::string, std::int64_t>> missing;
  bool depends_on_order = false; // another order of the nodes would pass (a node is over-committed)
};

// The order in which the nodes are summed up. WorstFirst: those that are over-committed, then the others.
enum class NodeOrder : std::uint8_t { ByZone, WorstFirst };

// Checks minResources plus pods = minMember against what all nodes have left without the group's own members.
// `own` are the group's members that hold a place, with their nodes. nullopt: passed.
std::optional<ResourceGap> resource_gap(const NodeTable& nodes, const NodeUsage& usage, const model::PodGroup& group,
                                        const std::vector<std::pair<model::PodIndex, model::NodeIndex>>& own,
                                        NodeOrder order = NodeOrder::ByZone);

} // namespace engine
