// SPDX-License-Identifier: Apache-2.0
// ResourceQuotas: what a namespace may hold, and how much of that is taken (plugin ResourceQuota of the API server).
#pragma once

#include "model/values/labels.hpp"
#include "model/values/resources.hpp"

#include <cstdint>
#include <string_view>
#include <utility>
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

// What creating one pod takes of quotas, and what decides which quotas count it. (quota evaluator of pods)
struct QuotaCharge {
  ResourceQuantities amounts; // by quotas' names: "pods", "requests.cpu", "cpu", "limits.memory"; sorted
  std::string_view priority_class;
  bool terminating = false; // spec.activeDeadlineSeconds is given
  bool best_effort = false;
  bool crosses_namespaces = false; // by pod affinity
  // Of cpu and memory, what quotas may insist on and some containers do not say: "limits.cpu", "main,log".
  std::vector<std::pair<std::string_view, std::string_view>> unsaid;
};

// A pod that dry-run would create, with its charge.
struct NewPod {
  std::int32_t pod = 0;    // into ClusterSnapshot::pods
  std::int32_t charge = 0; // into ClusterSnapshot::quota_charges
};

} // namespace model
