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
    m_matches.resize(m_leaves);
    for (std::size_t number = m_leaves; --number > 0;) { play(number); }
  }

  std::int64_t total(model::NodeIndex node) const { return m_totals[static_cast<std::size_t>(node)]; }
  Winner winner() const { return match(1).winner(); }
  std::size_t size() const { return match(1).size(); } // nodes that take part

  void change(model::NodeIndex node, std::int64_t total) {
    const auto at = static_cast<std::size_t>(node);
    if (m_totals[at] == total) { return; }
    m_totals[at] = total;
    for (std::size_t number = (m_leaves + m_positions[at]) / 2; number > 0; number /= 2) { play(number); }
  }

  // Position of the node that takes part and has `rank` others before it. `rank` is less than size().
  std::size_t position_of(std::size_t rank) const {
    std::size_t number = 1;
    while (number < m_leaves) {
      number *= 2;
      const std::size_t before = match(number).size();
      if (rank < before) { continue; }
      rank -= before;
      ++number;
    }
    return number - m_leaves;
  }

  // Number of nodes that take part before the position.
  std::size_t rank_of(std::size_t position) const {
    std::size_t rank = 0;
    for (std::size_t number = m_leaves + position; number > 1; number /= 2) {
      if (number % 2 == 1) { rank += match(number - 1).size(); }
    }
    return rank;
  }

  // The winner among the positions from `begin` to before `end`.
  Winner winner_between(std::size_t begin, std::size_t end) const {
    Winner best;
    for (std::size_t left = m_leaves + begin, right = m_leaves + end; left < right; left /= 2, right /= 2) {
      if (left % 2 == 1) { best = better(best, match(left++).winner()); }
      if (right % 2 == 1) { best = better(best, match(--right).winner()); }
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
    model::NodeIndex node = model::k_none; // the winner
    std::uint32_t twice_size = 0;          // number of nodes below it that take part, times 2; plus 1 if tied
    std::size_t size() const { return twice_size / 2; }
    Winner winner() const { return {node, twice_size % 2 == 1}; }
  };

  // The lowest level is not stored: its winner is the node of the position, if that takes part.
  Match match(std::size_t number) const {
    if (number < m_leaves) { return m_matches[number]; }
    const std::size_t position = number - m_leaves;
    if (position >= m_order.size() || total(m_order[position]) == k_out) { return {}; }
    return {m_order[position], 2};
  }

  void play(std::size_t number) {
    const Match left = match(2 * number), right = match(2 * number + 1);
    const Winner winner = better(left.winner(), right.winner());
    m_matches[number] = {winner.node,
                         static_cast<std::uint32_t>(2 * (left.size() + right.size())) + (winner.tied ? 1U : 0U)};
  }

  std::vector<std::int64_t> m_totals; // by node
  std::span<const model::NodeIndex> m_order;
  std::span<const std::size_t> m_positions;
  std::vector<Match> m_matches; // [1] is the final; the winners of [2n] and [2n+1] meet in [n]
  std::size_t m_leaves = 0;     // power of two; matches from this number on are positions
};

} // namespace engine
