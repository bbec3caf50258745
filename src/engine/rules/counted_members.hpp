// SPDX-License-Identifier: Apache-2.0
// Decides which pods count toward a gang. Each gang scheduler counts differently, so one table lists the rules by
// dialect and pod state.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

#include <cstdint>

namespace engine {

enum class MemberState : std::uint8_t {
  Pending,
  Empty, // pending, and requests nothing
  Gated,
  Bound,
  Terminating, // live, with a deletionTimestamp
  Succeeded,
  Failed,
};

MemberState state_of(const model::Pod& pod);

struct Counts {
  bool exists = false; // toward the members that must exist before the scheduler tries any
  bool placed = false; // toward the members that occupy a node
  friend bool operator==(const Counts&, const Counts&) = default;
};

Counts counts_of(const model::PodGroup& group, MemberState state);

// A pod without a group exists while it is live, and is placed while it is bound.
Counts counts_of(const model::ClusterSnapshot& cluster, const model::Pod& pod);

// How a scheduler treats a group if some of its members do not exist.
enum class MissingMembers : std::uint8_t {
  BlockAll,     // it tries none of the others
  Ignored,      // it tries the others as they come
  Placeholders, // it creates placeholders (not simulated)
};

MissingMembers missing_members(const model::PodGroup& group);

// Number of members that must occupy a node at the same time: minMember, at least 1. If the scheduler ignores missing
// members, at most the number of existing ones.
std::int32_t quorum_of(const model::ClusterSnapshot& cluster, const model::PodGroup& group);

// Koordinator: true if a group that has reached its quorum once needs it no more. (GangMatchPolicy once-satisfied)
bool is_satisfied_for_good(const model::PodGroup& group);

} // namespace engine
