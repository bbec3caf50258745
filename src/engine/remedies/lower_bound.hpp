// SPDX-License-Identifier: Apache-2.0
// What no remedy can go below, where members are all alike and nothing but room on single nodes decides about them.
#pragma once

#include "engine/remedies/blocked_group.hpp"

#include <cstdint>
#include <span>

namespace engine {

// How many places are missing for the quorum, as the solver counts what can hold a place on the picture as it is; 0
// where that is not known, or where members differ, look at other pods, or might preempt somebody by themselves.
std::int64_t missing_places(const BlockedGroup& group);

// So many of the pods have to leave at least, whatever else is pending: one that leaves gives at most as many places
// as its requests hold of the members', rounded up. 0: not known.
std::int64_t least_to_leave(const BlockedGroup& group, std::span<const model::PodIndex> pods);

} // namespace engine
