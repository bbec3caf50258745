// SPDX-License-Identifier: Apache-2.0
// Describes a group apart from verdict and cause: its identity, the layers above it, its parts, its pods, its stored
// status.
#pragma once

#include "engine/explain/group_members.hpp"

namespace engine {

// Each fills its part of `report`. describe_stored() needs the verdict.
void describe_group(const Run& run, model::GroupIndex index, model::GroupReport& report);
void describe_parts(const Run& run, model::GroupIndex index, const GroupMembers& members, model::GroupReport& report);
void describe_pods(const Run& run, model::GroupIndex index, model::GroupReport& report);
void describe_condition(const Run& run, model::GroupIndex index, model::GroupReport& report);
void describe_stored(const Run& run, model::GroupIndex index, const GroupMembers& members, model::GroupReport& report);

} // namespace engine
