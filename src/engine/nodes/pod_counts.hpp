// SPDX-License-Identifier: Apache-2.0
// Cache of how many pods on each node match a selector. It recounts only nodes that pods joined or left since. Placing
// n pods that are spread among P others thus costs P + n, not n·P.
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

  // Selects the pods to count: those of the namespace that match both selectors. Keys compare the first selector by
  // address.
  struct Key {
    std::string_view namespace_name;
    const model::Selector* selector;
    model::Selector more;
    friend auto operator<=>(const Key&, const Key&) = default;
  };

  PodCounts() = default;
  // A copy starts empty, because its user places pods on other nodes.
  PodCounts(const PodCounts&) {}
  PodCounts& operator=(const PodCounts&) {
    m_known.clear();
    return *this;
  }

  // `changed_at` holds the number of the last change of each node, `changes` that of the last change overall.
  // count(node) counts the matching pods of one node.
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
  static constexpr std::size_t k_most = 64; // 2.5 MB with 5000 nodes

  struct Known {
    std::shared_ptr<ByNode> counts;
    std::uint64_t seen;
  };
  std::map<Key, Known> m_known;
};

} // namespace engine
