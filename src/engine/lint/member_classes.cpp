// SPDX-License-Identifier: Apache-2.0
#include "engine/lint/member_classes.hpp"

#include <algorithm>
#include <map>

namespace engine::lint {

std::vector<MemberClass> member_classes(const Input& input, const GroupFacts& group) {
  std::vector<MemberClass> classes;
  if (!group.has_to_start() || input.cluster.nodes.empty()) { return classes; }
  std::map<const model::PodSpec*, std::size_t> known;
  for (const model::PodIndex index : group.pending) {
    const model::Pod& pod = input.pod(index);
    const auto [place, is_new] = known.emplace(pod.spec, classes.size());
    if (is_new) { classes.push_back({&pod, input.run.rules.profile_of(pod), 0, 0}); }
    ++classes[place->second].pods;
  }
  const auto all = static_cast<std::int64_t>(group.pending.size());
  for (MemberClass& one : classes) { one.needed = std::max<std::int64_t>(group.missing() - (all - one.pods), 0); }
  std::erase_if(classes, [](const MemberClass& one) { return one.profile == nullptr; });
  return classes;
}

} // namespace engine::lint
