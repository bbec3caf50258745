// SPDX-License-Identifier: Apache-2.0
// The numbers behind a No: how much an unplaced member needs, how much is free, in how large pieces.
#pragma once

#include "engine/feasibility/feasibility.hpp"
#include "engine/rules/rules.hpp"
#include "model/report/report.hpp"

#include <optional>
#include <string>
#include <vector>

namespace engine {

// Number of pods with equal requests, and how many of them have no node.
struct Demand {
  std::int64_t asking = 0, unplaced = 0;
};

// Nodes that the pod's constraints allow, whatever pods run there.
NodeSet admissible(const Rules& rules, const NodeTable& nodes, const NodeUsage& usage, const model::Pod& pod);

// Resources that pods like `pod` lack on the nodes that its other constraints allow: at least one node has too little,
// or all nodes together can hold fewer pods than ask. The scarcest first (capacity for the fewest pods); empty if no
// node is eligible.
std::vector<model::ResourceShortage> shortages(const Rules& rules, const NodeTable& nodes, const NodeUsage& usage,
                                               const model::Pod& pod, Demand demand);

// Figures for minResources: requested by the group, free in the whole cluster without the group's own bound members,
// and needed by the group's live members.
std::vector<model::MinResource> min_resource_figures(const model::ClusterSnapshot& cluster, const NodeTable& nodes,
                                                     const NodeUsage& usage, const model::PodGroup& group,
                                                     const std::vector<std::string>& resources);

// Live, pending members that fit on no node, each taken alone with the usage in `on_usage`. Ignores gates.
std::vector<model::PodIndex> members_without_node(const Rules& rules, Feasibility& on_usage,
                                                  const std::vector<model::PodIndex>& pending);

// The pod's refusals with the usage in `on_usage`, counted over all nodes.
std::vector<model::ReasonCount> reasons_now(const Rules& rules, Feasibility& on_usage, model::PodIndex pod);

// Taints that the pod does not tolerate, "dedicated=infra:NoSchedule", those of most nodes first, with nodes. The
// scheduler's text omits them since 1.34.2.
std::vector<model::Obstacle> untolerated_taints(const model::ClusterSnapshot& cluster, const model::Pod& pod);

// Pods of lower priority on nodes that the pod's constraints allow, if its preemptionPolicy keeps it from evicting
// them.
std::optional<model::Obstacle> spared_by_policy(const Rules& rules, const NodeTable& nodes, const NodeUsage& usage,
                                                const model::Pod& pod);

// A hard constraint of the pod that no filter here simulates yet, in the API's words; empty if there is none.
std::string_view unmodelled_constraint(const model::ClusterSnapshot& cluster, const model::Pod& pod);
// The same with the name of the first claim: "claims for volumes that the input does not hold (data)"; empty: nothing.
std::string untold_about(const model::ClusterSnapshot& cluster, const model::Pod& pod);

} // namespace engine
