// SPDX-License-Identifier: Apache-2.0
// Tournament tree that finds the node with the highest total, among all nodes or among the first ones of a search. A
// change of one node replays only the matches of that node.
#pragma once

#include "model/cluster/pod.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
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
  // `totals` by node. `order`: the nodes in the order of a search; `positions`: by node, its index in `order`. Both
  // must outlive this object.
  Tournament(std::vector<std::int64_t> totals, std::span<const model::NodeIndex> order,
             std::span<const std::size_t> positions)
      : m_totals(std::move(totals)), m_order(order), m_positions(positions), m_leaves(1) {
    while (m_leaves < m_totals.size()) { m_leaves *= 2; }
    m_matches.resize(2 * m_leaves);
    for (std::size_t i = 0; i < m_order.size(); ++i) { enter(m_order[i]); }
    for (std::size_t match = m_leaves; --match > 0;) { play(match); }
  }

  std::int64_t total(model::NodeIndex node) const { return m_totals[static_cast<std::size_t>(node)]; }
  Winner winner() const { return m_matches[1].winner; }
  std::size_t size() const { return m_matches[1].size; } // nodes that take part

  void change(model::NodeIndex node, std::int64_t total) {
    const auto at = static_cast<std::size_t>(node);
    if (m_totals[at] == total) { return; }
    m_totals[at] = total;
    enter(node);
    for (std::size_t match = (m_leaves + m_positions[at]) / 2; match > 0; match /= 2) { play(match); }
  }

  // Position of the node that takes part and has `rank` others before it. `rank` is less than size().
  std::size_t position_of(std::size_t rank) const {
    std::size_t match = 1;
    while (match < m_leaves) {
      match *= 2;
      if (rank < m_matches[match].size) { continue; }
      rank -= m_matches[match].size;
      ++match;
    }
    return match - m_leaves;
  }

  // Number of nodes that take part before the position.
  std::size_t rank_of(std::size_t position) const {
    std::size_t rank = 0;
    for (std::size_t match = m_leaves + position; match > 1; match /= 2) {
      if (match % 2 == 1) { rank += m_matches[match - 1].size; }
    }
    return rank;
  }

  // The winner among the positions from `begin` to before `end`.
  Winner winner_between(std::size_t begin, std::size_t end) const {
    Winner best;
    for (std::size_t left = m_leaves + begin, right = m_leaves + end; left < right; left /= 2, right /= 2) {
      if (left % 2 == 1) { best = better(best, m_matches[left++].winner); }
      if (right % 2 == 1) { best = better(best, m_matches[--right].winner); }
    }
    return best;
  }

  Winner better(const Winner& one, const Winner& other) const {
    if (one.node == model::k_none || other.node == model::k_none) { return one.node == model::k_none ? other : one; }
    const std::int64_t a = total(one.node), b = total(other.node);
    if (a != b) { return a > b ? one : other; }
    return {std::min(one.node, other.node), true};
  }

 private:
  struct Match {
    Winner winner;
    std::uint32_t size = 0; // nodes below it that take part
  };

  void enter(model::NodeIndex node) {
    const bool is_in = total(node) != k_out;
    m_matches[m_leaves + m_positions[static_cast<std::size_t>(node)]] = {{is_in ? node : model::k_none, false},
                                                                         is_in ? 1U : 0U};
  }

  void play(std::size_t match) {
    const Match& left = m_matches[2 * match];
    const Match& right = m_matches[2 * match + 1];
    m_matches[match] = {better(left.winner, right.winner), left.size + right.size};
  }

  std::vector<std::int64_t> m_totals; // by node
  std::span<const model::NodeIndex> m_order;
  std::span<const std::size_t> m_positions;
  std::vector<Match> m_matches; // [1] is the final; the winners of [2n] and [2n+1] meet in [n]
  std::size_t m_leaves = 0;     // index of the first position in m_matches
};

} // namespace engine
