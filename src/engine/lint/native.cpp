// SPDX-License-Identifier: Apache-2.0
// Kubernetes' own PodGroups (KEP-4671, KEP-5732).
#include "engine/lint/rules.hpp"

#include <algorithm>

namespace engine::lint {

void topology_of_native_group(const Input& input, const GroupFacts& group, Findings& out) {
  if (!group.has_to_start()) { return; }
  const std::vector<std::string_view>& keys = group.group->topology_keys;
  if (keys.size() > 1) {
    out.on(group, "many")
        .at("spec.schedulingConstraints.topology")
        .with("keys", std::vector<std::string>(keys.begin(), keys.end()));
  }
  for (const std::string_view key : keys) {
    const bool is_there = std::ranges::any_of(
        input.cluster.nodes, [&](const model::Node& node) { return model::find_label(*node.labels, key).has_value(); });
    if (is_there || input.cluster.nodes.empty()) { continue; }
    out.on(group)
        .at("spec.schedulingConstraints.topology")
        .with("key", key)
        .with("nodes", static_cast<std::int64_t>(input.cluster.nodes.size()));
  }
}

} // namespace engine::lint
