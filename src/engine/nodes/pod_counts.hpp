// SPDX-License-Identifier: Apache-2.0
// How many pods on each node match a selector, remembered: counted anew only where pods came or went since. Placing n
// pods that are spread among P others costs P + n so, not n·P.
#pragma once

#include "model/cluster/pod.hpp"
#include "model/values/labels.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

namespace engine {

class PodCounts {
 public:
  using ByNode = std::vector<std::int64_t>;

  // What is counted: pods of the namespace that meet both selectors. The first is known by its address.
  struct Key {
    std::string_view namespace_name;
    const model::Selector* selector;
    model::Selector more;
    friend auto operator<=>(const Key&, const Key&) = default;
  };

  PodCounts() = default;
  // A copy begins anew: what it is made for puts pods on other nodes.
  PodCounts(const PodCounts&) {}
  PodCounts& operator=(const PodCounts&) {
    m_known.clear();
    return *this;
  }

  // `changed_at` tells for each node at which of `changes` changes it last changed; count(node) counts.
  template <typename Count>
  std::shared_ptr<const ByNode> by_node(const Key& key, std::uint64_t changes,
                                        const std::vector<std::uint64_t>& changed_at, Count count) {
    auto found = m_known.find(key);
    const bool is_new = found == m_known.end();
    if (is_new) {
      if (m_known.size() >= k_most) { m_known.clear(); }
      found = m_known.emplace(key, Known{std::make_shared<ByNode>(changed_at.size(), 0), 0}).first;
    }
    Known& known = found->second;
    for (std::size_t node = 0; node < changed_at.size(); ++node) {
      if (is_new || changed_at[node] > known.seen) {
        (*known.counts)[node] = count(static_cast<model::NodeIndex>(node));
      }
    }
    known.seen = changes;
    return known.counts;
  }

 private:
  static constexpr std::size_t k_most = 64; // with 5000 nodes 2.5 MB

  struct Known {
    std::shared_ptr<ByNode> counts;
    std::uint64_t seen;
  };
  std::map<Key, Known> m_known;
};

} // namespace engine
