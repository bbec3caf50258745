// SPDX-License-Identifier: Apache-2.0
// Limits an attempt to some of the feasible nodes, as kube-scheduler does in clusters of 100 nodes and more: it stops
// once it has found enough, and the next attempt starts where this one stopped. The live scheduler filters with 16
// goroutines, whose speed varies which nodes it finds; this is the order of a single one.
// Source: kube-scheduler schedule_one.go (findNodesThatPassFilters, nextStartNodeIndex).
#pragma once

#include "engine/feasibility/feasibility.hpp"
#include "engine/nodes/node_set.hpp"
#include "engine/nodes/node_table.hpp"

#include <cstddef>
#include <cstdint>
#include <random>

namespace engine {

class NodeSearch {
 public:
  // `seed`, if not 0: each attempt starts at a random node. The table must outlive this object.
  NodeSearch(const NodeTable& nodes, std::uint32_t seed)
      : m_nodes(nodes), m_starts_at_random(seed != 0), m_random(seed) {}

  bool starts_at_random() const { return m_starts_at_random; }
  // The next search over all nodes; to be followed by visited(). Draws the start if it is random.
  Feasibility::Search next(std::size_t wanted);
  void visited(std::size_t nodes) { m_start = (m_start + nodes) % m_nodes.size(); }

  // Reduces `feasible` to the first `wanted` nodes that the search meets. It visits the nodes in `searched`, which
  // PreFilter left.
  void reduce(NodeSet& feasible, const NodeSet& searched, std::size_t wanted);

 private:
  const NodeTable& m_nodes;
  bool m_starts_at_random;
  std::minstd_rand m_random;
  std::size_t m_start = 0; // index in NodeTable::zone_order
};

} // namespace engine
