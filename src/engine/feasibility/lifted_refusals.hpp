// SPDX-License-Identifier: Apache-2.0
// What can lift a filter's refusal of a member while its group waits, besides other members and the end of pods. No
// proof that a group cannot fit may rest on such a refusal.
#pragma once

#include "engine/nodes/node_table.hpp"
#include "engine/rules/rules.hpp"

#include <vector>

namespace engine {

// True if the scheduler may free a member's claim for devices. That changes what DynamicResources answers to every
// member. (dynamicresources, PostFilter)
bool may_free_devices(const Rules& rules, const std::vector<model::PodIndex>& members);

// True if a pending pod outside of the group, once it has a node, can open nodes to a member: it matches the member's
// required affinity, or counts for its DoNotSchedule spread constraint and so can raise the lowest domain.
bool pending_pods_may_help(const Rules& rules, const NodeTable& nodes, const std::vector<model::PodIndex>& members);

} // namespace engine
