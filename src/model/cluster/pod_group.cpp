// SPDX-License-Identifier: Apache-2.0
#include "model/cluster/pod_group.hpp"

#include <algorithm>
#include <map>

namespace model {

namespace {

// The subgroups as a tree. Names come from clusters and may be duplicate or form a cycle, so it counts each part once.
class Tree {
 public:
  explicit Tree(const std::vector<SubGroup>& parts) : m_left(parts.size(), true) {
    for (std::size_t at = 0; at < parts.size(); ++at) { m_held.emplace(parts[at].parent, &parts[at]); }
    m_first = parts.data();
  }

  // Number of pods that `name` needs: `own` without parts; otherwise the need of `min_sub_groups` of its parts. Limits
  // the levels: servers accept only a few, and the root never leads into a cycle.
  std::int64_t needed(std::string_view name, std::int64_t own, std::optional<std::int32_t> min_sub_groups, int level) {
    constexpr int k_most_levels = 32;
    std::vector<std::int64_t> held;
    const auto [first, last] = m_held.equal_range(name);
    for (auto at = first; at != last && level < k_most_levels; ++at) {
      const SubGroup& part = *at->second;
      const auto index = static_cast<std::size_t>(at->second - m_first);
      if (!m_left[index]) { continue; }
      m_left[index] = false;
      held.push_back(needed(part.name, part.min_member, part.min_sub_groups, level + 1));
    }
    if (held.empty()) { return own; }
    std::ranges::sort(held);
    const auto wanted = static_cast<std::size_t>(std::max(min_sub_groups.value_or(0), 0));
    if (min_sub_groups && wanted < held.size()) { held.resize(wanted); }
    std::int64_t sum = 0;
    for (const std::int64_t least : held) { sum += least; }
    return sum;
  }

 private:
  std::multimap<std::string_view, const SubGroup*> m_held; // by parent
  std::vector<bool> m_left;
  const SubGroup* m_first = nullptr;
};

} // namespace

std::int64_t quorum_of_parts(const std::vector<SubGroup>& parts, std::optional<std::int32_t> min_sub_groups) {
  return Tree(parts).needed({}, 0, min_sub_groups, 0);
}

} // namespace model
