// SPDX-License-Identifier: Apache-2.0
// Upper bounds on the number of placed members, each with its evidence. Every bound holds regardless of the filters
// that it ignores.
#pragma once

#include "engine/solver/problem.hpp"
#include "model/report/feasibility_report.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace engine::solver {

// Numbers of members on one node.
struct NodeLoad {
  model::NodeIndex node = model::k_none;
  std::vector<std::int64_t> counts; // by class
};

struct Bounded {
  model::UpperBound evidence; // its at_most includes members that are placed already
  std::int64_t at_most = 0;   // the same number
  std::vector<NodeLoad> plan; // nodes for that many members; empty if the bound does not provide any
};

// Compares sets of members with the number that single nodes or domains can hold. Source: counting; Hall's theorem for
// sets of classes (a set with less capacity than members).
Bounded counting_bound(const Problem& problem);

// Tries every combination of up to three classes that the nodes can hold together: exact except for rules between
// nodes. nullopt if there are more classes, or the table would be too big (k_most_cells). Source: dynamic programming
// over the Pareto frontier of each node.
std::optional<Bounded> table_bound(const Problem& problem);

// For one class whose spread constraint matches its own pods: the final count of the lowest domain caps all others.
// nullopt if there is no such constraint. (plugins/podtopologyspread, Filter)
std::optional<Bounded> spread_bound(const Problem& problem);

} // namespace engine::solver
