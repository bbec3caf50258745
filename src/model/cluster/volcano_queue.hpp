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
  std::int32_t priority = 0;                    // Volcano serves queues of higher priority first
  std::optional<ResourceQuantities> capability; // limit for all its jobs together; absent: no own limit
  ResourceQuantities guarantee;                 // capacity that no other queue may use
  std::string_view state;                       // status.state: Open, Closed, Closing, Unknown; empty: Open
  bool unopened = false; // the API server holds it, and Volcano's controller has not written its state
  friend auto operator<=>(const VolcanoQueue&, const VolcanoQueue&) = default;
};

} // namespace model
