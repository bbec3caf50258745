// SPDX-License-Identifier: Apache-2.0
// Members to the parts of their group.
#pragma once

#include "snapshot/collected/collected.hpp"

namespace snapshot {

// Each member to the part that it says to be of, where that part is declared; parts that Volcano tells by labels are
// made.
void fill_sub_groups(Collected& collected, model::PodGroup& group);

} // namespace snapshot
