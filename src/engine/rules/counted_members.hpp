// SPDX-License-Identifier: Apache-2.0
// Which pods count toward a gang. Each gang scheduler has its own idea of it, so it is one table: dialect by state.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

#include <cstdint>

namespace engine {

enum class MemberState : std::uint8_t {
  Pending,
  Empty, // pending, and asks for nothing
  Gated,
  Bound,
  Terminating, // live, with a deletionTimestamp
  Succeeded,
  Failed,
};

MemberState state_of(const model::Pod& pod);

struct Counts {
  bool exists = false; // toward the members that must exist before any is tried
  bool placed = false; // toward those that hold a place
  friend bool operator==(const Counts&, const Counts&) = default;
};

Counts counts_of(const model::PodGroup& group, MemberState state);

// Of a pod of no group: it exists while it is live, and is placed while it is bound.
Counts counts_of(const model::ClusterSnapshot& cluster, const model::Pod& pod);

// What becomes of a group some of whose members do not exist.
enum class MissingMembers : std::uint8_t {
  BlockAll,     // none of the others is tried
  Ignored,      // the others are tried as they come
  Placeholders, // the scheduler makes placeholders, which are not simulated
};

MissingMembers missing_members(const model::PodGroup& group);

// The members that must hold a place at once: minMember, at least 1; where nobody waits for those that do not exist, at
// most those that do.
std::int32_t quorum_of(const model::ClusterSnapshot& cluster, const model::PodGroup& group);

// Koordinator: whether the group needs no quorum any more, because it has had one. (GangMatchPolicy once-satisfied)
bool is_satisfied_for_good(const model::PodGroup& group);

} // namespace engine
