// SPDX-License-Identifier: Apache-2.0
// Running pods that could leave, and the fewest of them that have to leave.
#pragma once

#include "engine/remedies/blocked_group.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

namespace engine {

// Pods that leave together: one pod, or all running pods of a group that would lose its quorum with any of them.
struct Leaver {
  std::span<const model::PodIndex> pods;
  std::int32_t rank = 0;                     // lower ranks leave first; a whole group has the highest rank of its pods
  model::GroupIndex whole = model::k_none;   // the group that leaves as a whole
  model::GroupIndex part_of = model::k_none; // the group of a single pod; it can spare members
};

enum class Quorums : std::uint8_t { Kept, Ignored };

struct Leaving {
  model::FixKind kind;
  // Rank of a pod outside the group that has a node; nullopt: the pod must not leave.
  std::function<std::optional<std::int32_t>(const model::Pod&)> rank;
  Quorums quorums; // of the groups that lose pods
  bool budgets;    // true if PodDisruptionBudgets apply
};

// True if people may end the pod, which has a node: it is not terminating, not a member of the group, not in a
// namespace of the cluster's own services, and neither a DaemonSet's pod nor a static pod's mirror.
bool may_be_disturbed(const BlockedGroup& group, const model::Pod& pod);

// Number of running members beyond the group's quorum. nullopt: only the whole group can leave, because its subgroups
// have quorums too.
std::optional<std::int32_t> members_to_spare(const model::ClusterSnapshot& cluster, const model::PodGroup& group);

// The fewest pods of the lowest ranks: tries only the lowest rank, then adds the next one, and so on.
std::optional<model::Fix> fewest_leavers(BlockedGroup& group, const Leaving& leaving);

} // namespace engine
