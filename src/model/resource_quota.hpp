// SPDX-License-Identifier: Apache-2.0
// ResourceQuotas: what a namespace may hold, and how much of that is taken (plugin ResourceQuota of the API server).
#pragma once

#include "model/labels.hpp"
#include "model/resources.hpp"

#include <string_view>
#include <vector>

namespace model {

struct ResourceQuota {
  std::string_view namespace_name, name;
  // Which pods count, all of it together; without any, all do.
  std::vector<std::string_view> scopes; // "BestEffort", "NotTerminating"; sorted
  Selector scope_selector;              // keys are scopes: PriorityClass In [high]
  // By the quota's own names: "pods", "requests.cpu", "requests.nvidia.com/gpu", "count/jobs.batch".
  ResourceQuantities hard;          // spec.hard: what is wanted
  ResourceQuantities enforced_hard; // status.hard: what the API server holds to
  ResourceQuantities used;          // status.used
  friend auto operator<=>(const ResourceQuota&, const ResourceQuota&) = default;
};

} // namespace model
