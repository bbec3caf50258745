// SPDX-License-Identifier: Apache-2.0
// The parts of a group, each with a quorum of its own: which of them falls short.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace engine {

// The first part that keeps the group from its quorum where `counts` members of each are there; nullopt: none does. A
// part that holds others has what it asks for when enough of those have. Parts that no member says to be of are not
// asked: then nobody wrote the marks.
std::optional<std::size_t> part_that_falls_short(const model::PodGroup& group, const std::vector<std::int32_t>& counts);

// Whether some part has fewer members than its quorum, as the group's dialect counts those that exist.
bool a_part_lacks_members(const model::ClusterSnapshot& cluster, const model::PodGroup& group);

} // namespace engine
