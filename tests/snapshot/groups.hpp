// SPDX-License-Identifier: Apache-2.0
// Groups and their members, for tests of dialects.
#pragma once

#include "snapshot/objects.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace tests {

using Views = std::vector<std::string_view>;

// Parts of a pod's metadata and spec, for PodText.
inline std::string annotations(const std::string& text) { return "annotations: {" + text + "}, "; }
inline std::string scheduled_by(const std::string& name) { return "schedulerName: " + name + ", "; }

inline Views names_of(const model::ClusterSnapshot& cluster, const std::vector<model::PodIndex>& members) {
  Views names;
  for (const model::PodIndex index : members) { names.push_back(cluster.pods[static_cast<std::size_t>(index)].name); }
  return names;
}

inline Views members(const model::ClusterSnapshot& cluster, std::string_view key) {
  return names_of(cluster, find_group(cluster, key).members);
}

inline const model::SubGroup& part(const model::PodGroup& group, std::string_view name) {
  const auto found = std::ranges::find(group.sub_groups, name, &model::SubGroup::name);
  REQUIRE(found != group.sub_groups.end());
  return *found;
}

} // namespace tests
