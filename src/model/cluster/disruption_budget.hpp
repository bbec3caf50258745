// SPDX-License-Identifier: Apache-2.0
// PodDisruptionBudgets, as preemption reads them.
#pragma once

#include "model/values/labels.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace model {

struct DisruptionBudget {
  std::string_view namespace_name, name;
  Selector selector; // empty: matches nothing, for preemption
  std::int32_t disruptions_allowed = 0;
  std::vector<std::string_view> disrupted_pods; // sorted; already evicted, so they do not count again
};

} // namespace model
