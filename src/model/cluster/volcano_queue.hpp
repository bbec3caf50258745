// SPDX-License-Identifier: Apache-2.0
// Queues of Volcano (scheduling.volcano.sh/v1beta1), to which its PodGroups belong, and the configuration of Volcano's
// scheduler.
#pragma once

#include "model/values/resources.hpp"
#include "model/values/time.hpp"

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
  std::optional<Time> created = {};
  friend auto operator<=>(const VolcanoQueue&, const VolcanoQueue&) = default;
};

// Actions and plugins of Volcano's scheduler.
struct VolcanoConfiguration {
  std::string_view name;          // of the ConfigMap
  bool enqueues_as_known = false; // action enqueue; overcommit by its default, proportion or capacity, no other voter
  bool limits_queues = false;     // plugin proportion or capacity
  bool has_hierarchy = false;     // plugin capacity with enableHierarchy: a queue also counts for those above it
  bool preempts = false;          // action preempt: evicts pods of the same queue
  bool reclaims = false;          // action reclaim: evicts pods of other queues
  std::string_view namespace_name = {};
  friend auto operator<=>(const VolcanoConfiguration&, const VolcanoConfiguration&) = default;
};

} // namespace model
