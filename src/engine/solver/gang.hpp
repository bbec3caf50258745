// SPDX-License-Identifier: Apache-2.0
// Input of the solver.
#pragma once

#include "engine/feasibility/feasibility.hpp"
#include "engine/rules/rules.hpp"

#include <cstdint>
#include <vector>

namespace engine::solver {

struct Gang {
  const Rules& rules;
  Feasibility& on_bound;                // with the usage of bound pods; unchanged on return
  std::vector<model::PodIndex> members; // the members to place: live, not bound, not terminating
  std::int32_t fixed = 0;               // number of members that are placed already
  std::int32_t quorum = 1;              // includes the fixed ones

  const NodeTable& nodes() const { return on_bound.nodes(); }
  const model::Pod& pod(model::PodIndex index) const { return on_bound.nodes().pod(index); }
};

} // namespace engine::solver
