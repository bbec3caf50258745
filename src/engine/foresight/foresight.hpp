// SPDX-License-Identifier: Apache-2.0
// The known future of a group: when it starts, what it waits for, which groups hold nodes without using them, and which
// pods overtook it. All of it comes from runs by the same rules that include all pods.
#pragma once

#include "engine/explain/diagnose.hpp"
#include "model/report/foresight.hpp"

#include <memory>
#include <optional>
#include <string_view>

namespace engine {

struct BlockedGroup;

// The part that the run itself shows, for a group that fits or does not fit.
model::Foresight known_so_far(const Run& run, model::GroupIndex group, const model::GroupReport& report);

// The same for a pod in no group: null unless it starts a second or more from now.
std::shared_ptr<const model::Foresight> known_so_far(const Run& run, model::PodIndex pod);

// The other part, for a group that lacks capacity: it needs more runs.
void look_ahead(BlockedGroup& group, model::Foresight& foresight);

// The functions below are parts of these two, each in its own file.

// Finds when the group starts if running pods end at their known times, and which of those ends it needs.
void find_next_start(const BlockedGroup& group, model::Foresight& foresight);
// Compares the victims of per-pod preemption with the victims that would let all members start at once.
std::optional<model::GroupPreemption> compare_preemption(const Run& run, model::GroupIndex group,
                                                         const model::GroupReport& report);
model::QueueRef reference_to(const model::ClusterSnapshot& cluster, model::GroupIndex group);
// The group's bound and waiting members and their amount of `resource`, which may be empty.
model::Holder holder_of(const Run& run, model::GroupIndex group, std::string_view resource);
// Finds groups that hold the lacking resource without reaching their quorum, and a cycle of groups that wait for each
// other.
void find_holders(BlockedGroup& group, model::Foresight& foresight);

} // namespace engine
