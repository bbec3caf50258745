// SPDX-License-Identifier: Apache-2.0
// What is known of a group's future: when it starts, what it waits for, who holds places without being any use there,
// who went past it. All of it is read off runs by the same rules, with everybody in them.
#pragma once

#include "engine/explain/diagnose.hpp"
#include "model/report/foresight.hpp"

#include <optional>
#include <string_view>

namespace engine {

struct BlockedGroup;

// What the run itself tells, of a group that fits or does not.
model::Foresight known_so_far(const Run& run, model::GroupIndex group, const model::GroupReport& report);

// The rest, for a group that lacks room: needs more runs.
void look_ahead(BlockedGroup& group, model::Foresight& foresight);

// Its parts, each in its file.
// When it starts if running pods end when they are known to, and which of them it has to wait for.
void find_next_start(const BlockedGroup& group, model::Foresight& foresight);
// Whom the scheduler evicts for its members, one after the other, and who would have to go for all of them at once.
std::optional<model::GroupPreemption> compare_preemption(const Run& run, model::GroupIndex group,
                                                         const model::GroupReport& report);
model::QueueRef reference_to(const model::ClusterSnapshot& cluster, model::GroupIndex group);
// What a group has; `resource` may be empty.
model::Holder holder_of(const Run& run, model::GroupIndex group, std::string_view resource);
// Groups that hold what it lacks without reaching their quorum, and whether they wait for each other in a circle.
void find_holders(BlockedGroup& group, model::Foresight& foresight);

} // namespace engine
