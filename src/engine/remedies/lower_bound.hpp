// SPDX-License-Identifier: Apache-2.0
// Lower bounds for remedies. They hold if all members are equal and only free capacity on single nodes limits them.
#pragma once

#include "engine/remedies/blocked_group.hpp"

#include <cstdint>
#include <span>

namespace engine {

// Number of members that the quorum lacks in the solver's largest placement on the unchanged snapshot. 0 if unknown,
// or if members differ, depend on other pods, or might preempt pods themselves.
std::int64_t missing_places(const BlockedGroup& group);

// Least number of the pods that must leave, whatever else is pending. A leaving pod makes space for at most as many
// members as its requests cover, rounded up. 0 if unknown.
std::int64_t least_to_leave(const BlockedGroup& group, std::span<const model::PodIndex> pods);

} // namespace engine
