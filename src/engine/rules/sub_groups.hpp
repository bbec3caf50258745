// SPDX-License-Identifier: Apache-2.0
// Parts of a group, each with a quorum of its own: finds the part that falls short.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace engine {

// Returns the first part that keeps the group from its quorum if each part has `counts` members; nullopt if none does.
// A part that contains others is complete if enough of them are. If no part has a member, it ignores the parts: the
// pods do not name them. Volcano ignores its tasks only if their minimums exceed minMember.
std::optional<std::size_t> part_that_falls_short(const model::PodGroup& group, const std::vector<std::int32_t>& counts);

// True if a part has fewer existing members than its quorum, as the group's dialect counts them.
bool a_part_lacks_members(const model::ClusterSnapshot& cluster, const model::PodGroup& group);

} // namespace engine
