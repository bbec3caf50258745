// SPDX-License-Identifier: Apache-2.0
// Coscheduling's check of spec.minResources: it sums over all nodes and ignores their shapes.
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

// The order of the nodes can decide the check if a group has minResources and a node is over-committed.
bool has_min_resources(const model::ClusterSnapshot& cluster);
bool is_over_committed(const NodeTable& nodes, const NodeUsage& usage);

struct ResourceGap {
  std::string text; // "resource gap: map[cpu:{{2000 -3} {<nil>}  DecimalSI}]", as Go prints it
  // Missing amount per resource: milli-cores for cpu, units otherwise.
  std::vector<std::pair<std::string, std::int64_t>> missing;
  bool depends_on_order = false; // another order of the nodes would pass (a node is over-committed)
};

// Order in which the check adds up the nodes. WorstFirst: over-committed nodes, then the others.
enum class NodeOrder : std::uint8_t { ByZone, WorstFirst };

// Checks minResources plus pods = minMember against the capacity that all nodes have left without the group's own
// members. `own`: placed members of the group with their nodes. Returns nullopt if the check passes.
std::optional<ResourceGap> resource_gap(const NodeTable& nodes, const NodeUsage& usage, const model::PodGroup& group,
                                        const std::vector<std::pair<model::PodIndex, model::NodeIndex>>& own,
                                        NodeOrder order = NodeOrder::ByZone);

} // namespace engine
