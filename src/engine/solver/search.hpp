// SPDX-License-Identifier: Apache-2.0
// Searches all ways to place the members, one after the other, with every filter; for cases that no bound decides.
#pragma once

#include "engine/solver/placement_check.hpp"
#include "engine/solver/problem.hpp"

#include <cstdint>
#include <vector>

namespace engine::solver {

struct SearchBudget {
  std::int64_t states = 30'000;    // different sets of placements
  std::int64_t visits = 3'000'000; // visited nodes
};

struct Searched {
  std::vector<Placement> best;
  std::int64_t states = 0;
  bool is_exhausted = false; // nothing better than `best` exists; otherwise the budget ran out
};

// Starts with `known` as the best placement; stops once `enough` members are placed.
Searched search(const Problem& problem, std::vector<Placement> known, std::size_t enough, const SearchBudget& budget);

} // namespace engine::solver
