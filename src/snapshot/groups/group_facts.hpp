// SPDX-License-Identifier: Apache-2.0
// What is known of a group beside its members: what stands above it, its parts, and what its members say of it where
// no object does.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/groups/governing.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace snapshot {

// What the pod's other marks and its gates are to the group that it belongs to by marks.front().
void add_layers(Collected& collected, const model::Pod& pod, const std::vector<Mark>& marks, model::PodGroup& group);

// Quorum and parts from what members say, members to their parts, quorum from the parts, parents. Groups have their
// members.
void complete_groups(Collected& collected);

// The least number of pods with which every declared part has its own quorum; nullopt where the group has no parts.
std::optional<std::int32_t> quorum_of_parts(const model::PodGroup& group);

} // namespace snapshot
