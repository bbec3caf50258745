// SPDX-License-Identifier: Apache-2.0
// Queues of Volcano (scheduling.volcano.sh/v1beta1), to which its PodGroups belong.
#pragma once

#include "model/values/resources.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace model {

struct VolcanoQueue {
  std::string_view name, parent;                // parent empty: root
  std::int32_t priority = 0;                    // of queues, the higher one is asked first
  std::optional<ResourceQuantities> capability; // what its jobs may have in all; absent: no limit of its own
  ResourceQuantities guarantee;                 // what no other queue may have
  std::string_view state;                       // status.state: Open, Closed, Closing, Unknown; empty: Open
  friend auto operator<=>(const VolcanoQueue&, const VolcanoQueue&) = default;
};

} // namespace model
