// SPDX-License-Identifier: Apache-2.0
// A set of nodes as bits, for sweeps over thousands of nodes.
#pragma once

#include "model/pod.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace engine {

class NodeSet {
 public:
  NodeSet() = default;
  // The set of all `count` nodes.
  explicit NodeSet(std::size_t count) : m_words((count + 63) / 64, ~std::uint64_t{0}), m_count(count) {
    if (count % 64 != 0) { m_words.back() = (std::uint64_t{1} << (count % 64)) - 1; }
  }

  static NodeSet none(std::size_t count) {
    NodeSet set;
    set.m_words.assign((count + 63) / 64, 0);
    set.m_count = count;
    return set;
  }

  bool has(model::NodeIndex node) const { return (m_words[word(node)] >> bit(node)) & 1; }
  void insert(model::NodeIndex node) { m_words[word(node)] |= std::uint64_t{1} << bit(node); }
  void erase(model::NodeIndex node) { m_words[word(node)] &= ~(std::uint64_t{1} << bit(node)); }

  bool empty() const {
    for (const std::uint64_t bits : m_words) {
      if (bits != 0) { return false; }
    }
    return true;
  }
  std::size_t size() const {
    std::size_t count = 0;
    for (const std::uint64_t bits : m_words) { count += static_cast<std::size_t>(std::popcount(bits)); }
    return count;
  }
  std::size_t universe() const { return m_count; }

  // Calls visit(node) in ascending order.
  template <typename Visit>
  void for_each(Visit visit) const {
    for (std::size_t i = 0; i < m_words.size(); ++i) {
      for (std::uint64_t bits = m_words[i]; bits != 0; bits &= bits - 1) {
        visit(static_cast<model::NodeIndex>(i * 64 + static_cast<std::size_t>(std::countr_zero(bits))));
      }
    }
  }

  // Keeps the nodes for which keep(node) is true.
  template <typename Keep>
  void keep_if(Keep keep) {
    for (std::size_t i = 0; i < m_words.size(); ++i) {
      std::uint64_t kept = m_words[i];
      for (std::uint64_t bits = kept; bits != 0; bits &= bits - 1) {
        const int at = std::countr_zero(bits);
        if (!keep(static_cast<model::NodeIndex>(i * 64 + static_cast<std::size_t>(at)))) {
          kept &= ~(std::uint64_t{1} << at);
        }
      }
      m_words[i] = kept;
    }
  }

  friend bool operator==(const NodeSet&, const NodeSet&) = default;

 private:
  static std::size_t word(model::NodeIndex node) { return static_cast<std::size_t>(node) / 64; }
  static unsigned bit(model::NodeIndex node) { return static_cast<unsigned>(node) % 64; }

  std::vector<std::uint64_t> m_words;
  std::size_t m_count = 0;
};

} // namespace engine
