// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/sub_groups.hpp"

#include "engine/rules/counted_members.hpp"

#include <algorithm>
#include <map>
#include <string_view>

namespace engine {

namespace {

class Parts {
 public:
  Parts(const model::PodGroup& group, const std::vector<std::int32_t>& counts)
      : m_group(group), m_counts(counts), m_left(group.sub_groups.size(), true) {
    for (std::size_t at = 0; at < group.sub_groups.size(); ++at) { m_held.emplace(group.sub_groups[at].parent, at); }
  }

  // Returns the first incomplete part of `name`, if fewer than `wanted` (absent: all) of its parts are complete. Names
  // come from clusters and may form a cycle, so it visits each part once.
  std::optional<std::size_t> short_of(std::string_view name, std::optional<std::int32_t> wanted, int level) {
    constexpr int k_most_levels = 32;
    std::int32_t held = 0, well = 0;
    std::optional<std::size_t> first_short;
    const auto [first, last] = m_held.equal_range(name);
    for (auto at = first; at != last && level < k_most_levels; ++at) {
      if (!m_left[at->second]) { continue; }
      m_left[at->second] = false;
      const std::optional<std::size_t> found = short_part(at->second, level);
      ++held;
      if (!found) { ++well; }
      if (!first_short) { first_short = found; }
    }
    return well >= wanted.value_or(held) ? std::nullopt : first_short;
  }

 private:
  std::optional<std::size_t> short_part(std::size_t at, int level) {
    const model::SubGroup& part = m_group.sub_groups[at];
    if (m_held.contains(part.name)) { return short_of(part.name, part.min_sub_groups, level + 1); }
    if (m_counts[at] >= part.min_member) { return std::nullopt; }
    return at;
  }

  const model::PodGroup& m_group;
  const std::vector<std::int32_t>& m_counts;
  std::multimap<std::string_view, std::size_t> m_held; // by parent
  std::vector<bool> m_left;
};

// Volcano compares the tasks of minTaskMember only if minMember covers all their minimums. A pod without the task's
// mark belongs to none of them. (pkg/scheduler/api/job_info.go, CheckTaskValid, CheckTaskReady)
bool has_tasks_of_volcano(const model::PodGroup& group) {
  return group.dialect == model::Dialect::Volcano &&
         std::ranges::none_of(group.sub_groups, [](const model::SubGroup& part) {
           return part.labelled || part.min_sub_groups || !part.parent.empty();
         });
}

bool ignores_parts(const model::PodGroup& group) {
  if (has_tasks_of_volcano(group)) {
    std::int64_t sum = 0;
    for (const model::SubGroup& task : group.sub_groups) { sum += task.min_member; }
    return group.min_member.value_or(0) < sum;
  }
  return std::ranges::all_of(group.sub_groups, [](const model::SubGroup& part) { return part.members.empty(); });
}

} // namespace

std::optional<std::size_t> part_that_falls_short(const model::PodGroup& group,
                                                 const std::vector<std::int32_t>& counts) {
  if (ignores_parts(group)) { return std::nullopt; }
  return Parts(group, counts).short_of({}, group.min_sub_groups, 0);
}

bool a_part_lacks_members(const model::ClusterSnapshot& cluster, const model::PodGroup& group) {
  if (group.sub_groups.empty()) { return false; }
  std::vector<std::int32_t> counts;
  for (const model::SubGroup& part : group.sub_groups) {
    counts.push_back(static_cast<std::int32_t>(std::ranges::count_if(part.members, [&](model::PodIndex index) {
      return counts_of(cluster, cluster.pods[static_cast<std::size_t>(index)]).exists;
    })));
  }
  return part_that_falls_short(group, counts).has_value();
}

} // namespace engine
