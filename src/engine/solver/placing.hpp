// SPDX-License-Identifier: Apache-2.0
// Members put on nodes one after the other, each past every filter of its profile as things then are; taken back at the
// end.
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

  // As far as the filters allow it, in whatever order that takes.
  void follow(const std::vector<NodeLoad>& plan);
  // Whoever has no place takes one that is open, those first that have the fewest nodes to choose from, each on the
  // node that it fills best; `domain`: while there is any, on a node with that label.
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
