// SPDX-License-Identifier: Apache-2.0
// The annotation yunikorn.apache.org/task-groups: a list in JSON, of which name, minMember and minResource are read
// here.
#pragma once

#include "model/cluster/pod_group.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace snapshot {

// The task groups, names as views into `text`; nullopt where YuniKorn would not take the definition: it is no list, a
// name is empty or stands twice, a minMember is not at least 1. (yunikorn-k8shim, GetTaskGroupsFromAnnotation)
std::optional<std::vector<model::SubGroup>> task_groups_of(std::string_view text);

// The same list cut to what is read, with `name_of` each name; "not valid" for what YuniKorn would not take.
std::string task_groups_text(std::string_view text, const std::function<std::string(std::string_view name)>& name_of);

} // namespace snapshot
