// SPDX-License-Identifier: Apache-2.0
// Facts about a group beyond its list of members: its layers and sub-groups, and what members declare if no object
// does.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/groups/governing.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace snapshot {

// Adds the pod's other group references and its Kueue gates as layers of `group`, the group that `marks.front()` names.
void add_layers(Collected& collected, const model::Pod& pod, const std::vector<Mark>& marks, model::PodGroup& group);

// For each group: reads quorum and sub-groups from members, assigns members to sub-groups, derives a missing quorum
// from sub-groups, and adds parents. Needs the members of each group.
void complete_groups(Collected& collected);

// The least number of pods that gives every declared sub-group its own quorum; nullopt if the group has no sub-groups.
std::optional<std::int32_t> quorum_of_parts(const model::PodGroup& group);

} // namespace snapshot
