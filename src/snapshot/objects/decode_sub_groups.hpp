// SPDX-License-Identifier: Apache-2.0
// The parts of a group, as its object declares them: Volcano's tasks and sub-groups, KAI's tree, the groups in a
// PodGang.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/collected/fields.hpp"

namespace snapshot {

// Takes one member of the spec, if it declares parts or what the group asks of them.
void read_sub_groups(std::string_view key, document::Value value, const Path& path, Collected& collected,
                     model::PodGroup& group);

} // namespace snapshot
