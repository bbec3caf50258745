// SPDX-License-Identifier: Apache-2.0
// Places members on nodes one after the other. Each one must pass every filter of its profile in the current state. The
// destructor removes them again.
#pragma once

#include "engine/solver/bounds.hpp"
#include "engine/solver/placement_check.hpp"

#include <vector>

namespace engine::solver {

class Placing {
 public:
  explicit Placing(const Problem& problem);
  ~Placing() { clear(); }
  Placing(const Placing&) = delete;
  Placing& operator=(const Placing&) = delete;

  // Follows the plan as far as the filters allow, in any order that works.
  void follow(const std::vector<NodeLoad>& plan);
  // Places the remaining members on eligible nodes: first those with the fewest open nodes, each on the fullest node.
  // `domain`: prefers nodes with that label.
  struct Domain {
    std::string_view key, value;
  };
  void fill(const Domain* domain = nullptr);
  void clear();

  const std::vector<Placement>& placements() const { return m_placements; }

 private:
  int class_of(model::PodIndex member) const;
  void put(model::PodIndex member, model::NodeIndex node);
  model::NodeIndex fullest(model::PodIndex member, const NodeSet& candidates) const;
  std::vector<model::PodIndex> without_place() const;

  const Problem& m_problem;
  std::vector<Placement> m_placements;
};

} // namespace engine::solver
