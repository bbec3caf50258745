// SPDX-License-Identifier: Apache-2.0
// Tournament tree that finds the node with the highest total. A change of one node replays only the matches of that
// node.
#pragma once

#include "model/cluster/pod.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace engine {

class Tournament {
 public:
  static constexpr std::int64_t k_out = std::numeric_limits<std::int64_t>::min(); // does not take part

  struct Winner {
    model::NodeIndex node = model::k_none; // the first by name of those with the highest total
    bool tied = false;                     // several nodes have the highest total
  };

  Tournament() = default;
  // `totals` by node.
  explicit Tournament(std::vector<std::int64_t> totals) : m_totals(std::move(totals)), m_leaves(1) {
    while (m_leaves < m_totals.size()) { m_leaves *= 2; }
    m_matches.resize(2 * m_leaves);
    for (std::size_t i = 0; i < m_totals.size(); ++i) { enter(i); }
    for (std::size_t match = m_leaves; --match > 0;) { play(match); }
  }

  std::int64_t total(model::NodeIndex node) const { return m_totals[static_cast<std::size_t>(node)]; }
  Winner winner() const { return m_matches[1]; }

  void change(model::NodeIndex node, std::int64_t total) {
    const auto at = static_cast<std::size_t>(node);
    if (m_totals[at] == total) { return; }
    m_totals[at] = total;
    enter(at);
    for (std::size_t match = (m_leaves + at) / 2; match > 0; match /= 2) { play(match); }
  }

 private:
  void enter(std::size_t node) {
    m_matches[m_leaves + node] = {m_totals[node] == k_out ? model::k_none : static_cast<model::NodeIndex>(node), false};
  }

  void play(std::size_t match) {
    const Winner& left = m_matches[2 * match];
    const Winner& right = m_matches[2 * match + 1];
    if (left.node == model::k_none || right.node == model::k_none) {
      m_matches[match] = left.node == model::k_none ? right : left;
      return;
    }
    const std::int64_t a = total(left.node), b = total(right.node);
    m_matches[match] = a >= b ? left : right;
    if (a == b) { m_matches[match].tied = true; }
  }

  std::vector<std::int64_t> m_totals;
  std::vector<Winner> m_matches; // [1] is the final; the winners of [2n] and [2n+1] meet in [n]
  std::size_t m_leaves = 0;      // index of the first node in m_matches
};

} // namespace engine
