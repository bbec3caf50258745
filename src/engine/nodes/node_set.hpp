// SPDX-License-Identifier: Apache-2.0
// Bit set of nodes, for sweeps over thousands of nodes. It tracks the range of words in use, so that a set of one node
// costs one word.
#pragma once

#include "model/cluster/pod.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace engine {

class NodeSet {
 public:
  NodeSet() = default;
  // The set of all `count` nodes.
  explicit NodeSet(std::size_t count)
      : m_words((count + 63) / 64, ~std::uint64_t{0}), m_universe(count), m_size(count), m_end(m_words.size()) {
    if (count % 64 != 0) { m_words.back() = (std::uint64_t{1} << (count % 64)) - 1; }
  }

  static NodeSet none(std::size_t count) {
    NodeSet set;
    set.m_words.assign((count + 63) / 64, 0);
    set.m_universe = count;
    set.m_begin = set.m_words.size();
    return set;
  }

  bool has(model::NodeIndex node) const { return (m_words[word(node)] >> bit(node) & 1) != 0; }
  void insert(model::NodeIndex node) {
    m_size += has(node) ? 0 : 1;
    m_words[word(node)] |= std::uint64_t{1} << bit(node);
    m_begin = std::min(m_begin, word(node));
    m_end = std::max(m_end, word(node) + 1);
  }
  void erase(model::NodeIndex node) {
    m_size -= has(node) ? 1 : 0;
    m_words[word(node)] &= ~(std::uint64_t{1} << bit(node));
  }
  void clear() {
    for (std::size_t i = m_begin; i < m_end; ++i) { m_words[i] = 0; }
    m_begin = m_words.size();
    m_end = 0;
    m_size = 0;
  }

  bool empty() const { return m_size == 0; }
  std::size_t size() const { return m_size; }
  std::size_t universe() const { return m_universe; }

  // Of sets with the same number of nodes.
  bool intersects(const NodeSet& other) const {
    for (std::size_t i = std::max(m_begin, other.m_begin); i < std::min(m_end, other.m_end); ++i) {
      if ((m_words[i] & other.m_words[i]) != 0) { return true; }
    }
    return false;
  }

  // Calls visit(node) in ascending order.
  template <typename Visit>
  void for_each(Visit visit) const {
    for (std::size_t i = m_begin; i < m_end; ++i) {
      for (std::uint64_t bits = m_words[i]; bits != 0; bits &= bits - 1) {
        visit(static_cast<model::NodeIndex>(i * 64 + static_cast<std::size_t>(std::countr_zero(bits))));
      }
    }
  }

  // Keeps the nodes for which keep(node) is true.
  template <typename Keep>
  void keep_if(Keep keep) {
    for (std::size_t i = m_begin; i < m_end; ++i) {
      std::uint64_t kept = m_words[i];
      if (kept == ~std::uint64_t{0}) { // the common case; no need to search for set bits
        m_words[i] = 0;
        for (std::size_t at = 0; at < 64; ++at) {
          m_words[i] |= std::uint64_t{keep(static_cast<model::NodeIndex>(i * 64 + at))} << at;
        }
        m_size -= static_cast<std::size_t>(64 - std::popcount(m_words[i]));
        continue;
      }
      for (std::uint64_t bits = kept; bits != 0; bits &= bits - 1) {
        const int at = std::countr_zero(bits);
        if (!keep(static_cast<model::NodeIndex>(i * 64 + static_cast<std::size_t>(at)))) {
          kept &= ~(std::uint64_t{1} << at);
          --m_size;
        }
      }
      m_words[i] = kept;
    }
  }

  friend bool operator==(const NodeSet& a, const NodeSet& b) {
    return a.m_universe == b.m_universe && a.m_words == b.m_words;
  }

 private:
  static std::size_t word(model::NodeIndex node) { return static_cast<std::size_t>(node) / 64; }
  static unsigned bit(model::NodeIndex node) { return static_cast<unsigned>(node) % 64; }

  std::vector<std::uint64_t> m_words;
  std::size_t m_universe = 0, m_size = 0;
  std::size_t m_begin = 0, m_end = 0; // all nodes are in words [m_begin, m_end)
};

} // namespace engine
