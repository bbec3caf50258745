// SPDX-License-Identifier: Apache-2.0
// The numbers behind a No: how much an unplaced member needs, how much there is, in how large pieces.
#pragma once

#include "engine/feasibility/feasibility.hpp"
#include "engine/rules/rules.hpp"
#include "model/report/report.hpp"

#include <vector>

namespace engine {

// How many pods ask for the same, and how many of them have no place.
struct Demand {
  std::int64_t asking = 0, unplaced = 0;
};

// The nodes that the pod's constraints admit whatever is on them.
NodeSet admissible(const Rules& rules, const NodeTable& nodes, const NodeUsage& usage, const model::Pod& pod);

// The resources of which the pods like `pod` find too little on the nodes that its other constraints admit: short on at
// least one of them, or with fewer places in all than pods that ask. The scarcest (fewest places) first; none where no
// node is admitted.
std::vector<model::ResourceShortage> shortages(const Rules& rules, const NodeTable& nodes, const NodeUsage& usage,
                                               const model::Pod& pod, Demand demand);

// The figures of minResources: asked, free in the whole cluster without the group's own bound members (`own`), needed
// by the group's live members.
std::vector<model::MinResource> min_resource_figures(const model::ClusterSnapshot& cluster, const NodeTable& nodes,
                                                     const NodeUsage& usage, const model::PodGroup& group,
                                                     const std::vector<std::string>& resources);

// Which members, live and pending, have no node at all, each taken alone on `usage`. Gates are ignored.
std::vector<model::PodIndex> members_without_node(const Rules& rules, Feasibility& on_usage,
                                                  const std::vector<model::PodIndex>& pending);

// The refusals of one pod on the usage that `on_usage` holds, counted over all nodes.
std::vector<model::ReasonCount> reasons_now(const Rules& rules, Feasibility& on_usage, model::PodIndex pod);

// A hard constraint of the pod that no filter of ours reads yet, in the API's words; empty: none.
std::string_view unmodelled_constraint(const model::ClusterSnapshot& cluster, const model::Pod& pod);

} // namespace engine
