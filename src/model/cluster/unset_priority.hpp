// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace model {

// In Pod::marks of a pod whose priority is not known: the pod names this PriorityClass, which the input lacks, and no
// admission has set its spec.priority.
inline constexpr std::string_view k_unset_priority = "spec.priorityClassName";

} // namespace model
