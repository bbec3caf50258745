// SPDX-License-Identifier: Apache-2.0
// What the members cannot exceed, each with its evidence. Every bound holds whatever the filters say that it leaves
// out.
#pragma once

#include "engine/solver/problem.hpp"
#include "model/report/feasibility_report.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace engine::solver {

// So many members of each class on one node.
struct NodeLoad {
  model::NodeIndex node = model::k_none;
  std::vector<std::int64_t> counts; // by class
};

struct Bounded {
  model::UpperBound evidence; // its at_most counts members that have a place already
  std::int64_t at_most = 0;   // the same number
  std::vector<NodeLoad> plan; // as many members on nodes, where the bound knows how; empty: it does not
};

// Sets of members and the places that nodes, each taken alone, or domains have for them.
// Source: counting; Hall's theorem for sets of classes (a set with less room than members).
Bounded counting_bound(const Problem& problem);

// Every combination of up to three classes that the nodes hold together: exact but for rules between nodes. nullopt
// where there are more classes, or the table would be too big (k_most_cells).
// Source: dynamic programming over the Pareto frontier of each node.
std::optional<Bounded> table_bound(const Problem& problem);

// One class with a spread constraint that counts itself: how far the lowest domain can rise caps all others. nullopt
// where there is no such constraint. (plugins/podtopologyspread, Filter)
std::optional<Bounded> spread_bound(const Problem& problem);

} // namespace engine::solver
