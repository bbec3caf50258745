// SPDX-License-Identifier: Apache-2.0
// Texts and references in the steps of Argo's Workflow: parameters, conditions, and the tasks that a DAG needs.
#pragma once

#include "document/bytes/value.hpp"

#include <optional>
#include <set>
#include <string_view>

namespace snapshot {

inline constexpr std::string_view k_parameter_begin = "{{", k_parameter_end = "}}";

// The first parameter in the text: "{{inputs.parameters.cpu}}"; empty: none.
std::string_view parameter_in(std::string_view text);

// The value of a `when` of one comparison, such as "1 == 2", or of true and false; nullopt for others. (argo-workflows,
// workflow/controller/steps.go, shouldExecute)
std::optional<bool> truth_of(std::string_view expression);

// The tasks of a DAG that the task names in `depends` or in `dependencies`.
std::set<std::string_view> needs_of(document::Value task);

// The tasks that the targets of a DAG need, with themselves. (workflow/controller/dag.go, findLeafTaskNames,
// dag.target)
std::set<std::string_view> tasks_for(std::string_view targets, document::Value tasks);

// True if a container of the template mounts the volume.
bool mounts_volume(document::Value value, std::string_view volume);

} // namespace snapshot
