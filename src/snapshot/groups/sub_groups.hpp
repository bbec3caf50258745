// SPDX-License-Identifier: Apache-2.0
// Assigns members to the sub-groups of their group.
#pragma once

#include "snapshot/collected/collected.hpp"

namespace snapshot {

// Assigns each member to the declared sub-group that it names, and creates the sub-groups that Volcano defines by
// labels.
void fill_sub_groups(Collected& collected, model::PodGroup& group);

} // namespace snapshot
