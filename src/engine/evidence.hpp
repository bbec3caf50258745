// SPDX-License-Identifier: Apache-2.0
// The numbers behind a No: how much an unplaced member needs, how much there is, in how large pieces.
#pragma once

#include "engine/feasibility.hpp"
#include "engine/rules.hpp"
#include "model/report.hpp"

#include <vector>

namespace engine {

// The resources of which `pod` finds too little on at least one node that its other constraints admit, the scarcest
// (short on most nodes) first. `members` is how many such pods have no place.
std::vector<model::ResourceShortage> shortages(const Rules& rules, const NodeTable& nodes, const NodeUsage& usage,
                                               const model::Pod& pod, std::int64_t members);

// Which members, live and pending, have no node at all, each taken alone on `usage`. Gates are ignored.
std::vector<model::PodIndex> members_without_node(const Rules& rules, Feasibility& on_usage,
                                                  const std::vector<model::PodIndex>& pending);

// The refusals of one pod on the usage that `on_usage` holds, counted over all nodes.
std::vector<model::ReasonCount> reasons_now(const Rules& rules, Feasibility& on_usage, const model::Pod& pod);

// A hard constraint of the pod that no filter of ours reads yet, in the API's words; empty: none.
std::string_view unmodelled_constraint(const model::Pod& pod);

} // namespace engine
