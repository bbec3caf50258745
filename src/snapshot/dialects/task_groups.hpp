// SPDX-License-Identifier: Apache-2.0
// The annotation yunikorn.apache.org/task-groups: a JSON list. We read name, minMember and minResource.
#pragma once

#include "model/cluster/pod_group.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace snapshot {

// The task groups, with names as views into `text`. Returns nullopt if YuniKorn would reject the definition: not a
// list, an empty or duplicate name, or a minMember below 1. (yunikorn-k8shim, GetTaskGroupsFromAnnotation)
std::optional<std::vector<model::SubGroup>> task_groups_of(std::string_view text);

// The same list, reduced to the fields that we read, with `name_of` applied to each name. Returns "not valid" for a
// definition that YuniKorn would reject.
std::string task_groups_text(std::string_view text, const std::function<std::string(std::string_view name)>& name_of);

} // namespace snapshot
