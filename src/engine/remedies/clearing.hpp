// SPDX-License-Identifier: Apache-2.0
// Finds pods whose removal lets members fit: a good guess in a large cluster.
//
// Works member by member. If a member fits nowhere, clears the node that has to lose the fewest pods. At the end, puts
// back all cleared pods that the members do not need.
#pragma once

#include "engine/remedies/blocked_group.hpp"
#include "engine/remedies/fewest.hpp"
#include "engine/remedies/leavers.hpp"

#include <vector>

namespace engine {

// Returns indexes into `leavers`, as elements of `choice`. Empty if it finds no set, or if nothing has to leave.
Subset cleared(BlockedGroup& group, const std::vector<Leaver>& leavers, const Choice& choice);

} // namespace engine
