// SPDX-License-Identifier: Apache-2.0
// State of a group, from its report.
#pragma once

#include "commands/bind/plan.hpp"

#include <cstdint>
#include <string>

namespace commands {

// Null if the report has no group of that name.
const model::GroupReport* find_group(const model::Report& report, const BindTargets::Name& name);

// True if any pod of the batch is bound.
bool is_bound_at_all(const model::Report& report, const BindTargets::Name& batch);

std::int32_t quorum(const model::GroupReport& group);

// True if the group does not waste capacity: none of its members is bound, or enough are. Finished members count as
// bound.
bool is_whole(const model::GroupReport& group);

// The shortage of a group that is not whole: "2 of its members are bound, and minMember is 3; …"
std::string shortage_text(const model::GroupReport& group);

} // namespace commands
