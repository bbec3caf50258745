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
  Selector selector; // empty: for preemption it matches nothing
  std::int32_t disruptions_allowed = 0;
  std::vector<std::string_view> disrupted_pods; // sorted; evicted already, not counted again
};

} // namespace model
