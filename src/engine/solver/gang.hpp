// SPDX-License-Identifier: Apache-2.0
// The question to the solver.
#pragma once

#include "engine/feasibility/feasibility.hpp"
#include "engine/rules/rules.hpp"

#include <cstdint>
#include <vector>

namespace engine::solver {

struct Gang {
  const Rules& rules;
  Feasibility& on_bound;                // what bound pods leave; comes back as it was
  std::vector<model::PodIndex> members; // those that need a place: live, not bound, not terminating
  std::int32_t fixed = 0;               // members that have one
  std::int32_t quorum = 1;              // fixed ones counted

  const NodeTable& nodes() const { return on_bound.nodes(); }
  const model::Pod& pod(model::PodIndex index) const { return on_bound.nodes().pod(index); }
};

} // namespace engine::solver
