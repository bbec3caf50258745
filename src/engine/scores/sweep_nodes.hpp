// SPDX-License-Identifier: Apache-2.0
// Lets a sweep over whole columns score only some of the nodes: copies their amounts into columns of their own.
#pragma once

#include "engine/scores/scores.hpp"

namespace engine::scores {

// Calls sweep(columns, count, figures), which writes a figure for each node or returns false, and writes the figures of
// `nodes` into by_node. Returns false, with by_node undefined, if the sweep does, or if these are so few nodes that
// copies cost more than they save.
template <typename Sweep>
bool sweep_nodes(const std::vector<AllocationColumn>& columns, std::span<const model::NodeIndex> nodes,
                 Figures& by_node, Sweep sweep) {
  constexpr std::size_t k_worth_a_copy = 32;
  if (nodes.size() == by_node.size()) { return sweep(columns, nodes.size(), by_node.data()); }
  if (nodes.size() < k_worth_a_copy) { return false; }
  std::vector<std::int64_t> amounts;
  amounts.reserve(2 * columns.size() * nodes.size()); // pointers into it stay valid
  const auto copy_of = [&](const std::int64_t* column) {
    const std::size_t first = amounts.size();
    for (const model::NodeIndex node : nodes) { amounts.push_back(column[static_cast<std::size_t>(node)]); }
    return amounts.data() + first;
  };
  std::vector<AllocationColumn> copies = columns;
  for (AllocationColumn& column : copies) {
    column.allocatable = copy_of(column.allocatable);
    column.requested = copy_of(column.requested);
  }
  Figures figures(nodes.size());
  if (!sweep(copies, nodes.size(), figures.data())) { return false; }
  for (std::size_t i = 0; i < nodes.size(); ++i) { by_node[static_cast<std::size_t>(nodes[i])] = figures[i]; }
  return true;
}

} // namespace engine::scores
