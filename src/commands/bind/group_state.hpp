// SPDX-License-Identifier: Apache-2.0
// How a group stands, as its report tells.
#pragma once

#include "commands/bind/plan.hpp"

#include <cstdint>
#include <string>

namespace commands {

// Null where the report has none of that name.
const model::GroupReport* find_group(const model::Report& report, const BindTargets::Name& name);

// Whether anything of the batch is bound.
bool is_bound_at_all(const model::Report& report, const BindTargets::Name& batch);

std::int32_t quorum(const model::GroupReport& group);

// Whether nothing of the group is in the way of others for nothing: none of its members is bound, or enough are.
// Members that came to their end had their place.
bool is_whole(const model::GroupReport& group);

// Of a group that is not whole, what it lacks: "2 of its members are bound, and minMember is 3; …"
std::string shortage_text(const model::GroupReport& group);

} // namespace commands
