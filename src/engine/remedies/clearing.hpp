// SPDX-License-Identifier: Apache-2.0
// Which pods have to leave their nodes so that members find a place: a good guess in a large cluster.
//
// Member by member: while one finds no place, the node is cleared on which the fewest pods have to go for it. What was
// cleared and is not needed in the end is put back.
#pragma once

#include "engine/remedies/blocked_group.hpp"
#include "engine/remedies/fewest.hpp"
#include "engine/remedies/leavers.hpp"

#include <vector>

namespace engine {

// A set of the choice's elements, all of which are `leavers`; empty where none was found, or where nothing has to go.
Subset cleared(BlockedGroup& group, const std::vector<Leaver>& leavers, const Choice& choice);

} // namespace engine
