// SPDX-License-Identifier: Apache-2.0
// Sub-groups that a group's object declares: Volcano's tasks and sub-groups, KAI's tree, the groups in a PodGang.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/collected/fields.hpp"

namespace snapshot {

// Reads one member of the spec if it declares sub-groups or the group's requirements on them.
void read_sub_groups(std::string_view key, document::Value value, const Path& path, Collected& collected,
                     model::PodGroup& group);

} // namespace snapshot
