// SPDX-License-Identifier: Apache-2.0
// Running pods that could leave, and the fewest of them that have to.
#pragma once

#include "engine/remedies/blocked_group.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace engine {

// What leaves together: one pod, or all running pods of a group that would lose its quorum by any of them.
struct Leaver {
  std::vector<model::PodIndex> pods;
  std::int32_t rank = 0;                     // lower ones are rather asked to leave; of a whole group, the highest
  model::GroupIndex whole = model::k_none;   // the group that goes
  model::GroupIndex part_of = model::k_none; // the group of a single pod, which can spare some
};

enum class Quorums : std::uint8_t { Kept, Ignored };

struct Leaving {
  model::FixKind kind;
  // The rank of a running pod of others; nullopt: it may not be asked to leave.
  std::function<std::optional<std::int32_t>(const model::Pod&)> rank;
  Quorums quorums; // of the groups that pods leave
  bool budgets;    // whether PodDisruptionBudgets hold
};

// Whether the pod runs where people may end it: it is bound and stays, and neither a DaemonSet's, nor a static pod's
// mirror, nor of the cluster's own namespace.
bool may_be_disturbed(const BlockedGroup& group, const model::Pod& pod);

// How many running members a group has beyond its quorum; nullopt: it is taken whole, as its parts have quorums too.
std::optional<std::int32_t> members_to_spare(const model::ClusterSnapshot& cluster, const model::PodGroup& group);

// The fewest pods of the lowest ranks: first only those of the lowest rank, then those of the next one too, and so on.
std::optional<model::Fix> fewest_leavers(BlockedGroup& group, const Leaving& leaving);

} // namespace engine
