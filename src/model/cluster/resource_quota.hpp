// SPDX-License-Identifier: Apache-2.0
// ResourceQuotas: limits of a namespace, and their usage (plugin ResourceQuota of the API server).
#pragma once

#include "model/cluster/pod.hpp"
#include "model/values/labels.hpp"
#include "model/values/resources.hpp"

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace model {

struct ResourceQuota {
  std::string_view namespace_name, name;
  // Conditions on the pods that count; all must hold. Without any, all pods count.
  std::vector<std::string_view> scopes; // "BestEffort", "NotTerminating"; sorted
  Selector scope_selector;              // keys are scopes: PriorityClass In [high]
  // Keys are the quota's own names: "pods", "requests.cpu", "requests.nvidia.com/gpu", "count/jobs.batch".
  ResourceQuantities hard;          // spec.hard: the desired limits
  ResourceQuantities enforced_hard; // status.hard: the limits that the API server enforces
  ResourceQuantities used;          // status.used
  // dry-run: Pods that the manifest makes before the quota. It counts them and does not refuse them.
  std::vector<std::string_view> earlier_pods;
  friend auto operator<=>(const ResourceQuota&, const ResourceQuota&) = default;
};

// The charge of a new pod to quotas, and the properties that decide which quotas count it. (quota evaluator of pods)
struct QuotaCharge {
  ResourceQuantities amounts; // by quotas' names: "pods", "requests.cpu", "cpu", "limits.memory"; sorted
  std::string_view priority_class;
  bool terminating = false; // the pod has spec.activeDeadlineSeconds
  bool best_effort = false;
  bool crosses_namespaces = false; // by pod affinity
  // Of cpu and memory, fields that quotas may require and some containers lack: "limits.cpu", "main,log".
  std::vector<std::pair<std::string_view, std::string_view>> unsaid;
};

// What the objects of a manifest charge to a quota on something other than pods.
struct ObjectCharge {
  std::string_view namespace_name, quota, resource; // "count/jobs.batch"
  Quantity of_another;                              // charge of all of them again, under other names
  Quantity left;                                    // after these
};

// A pod that dry-run would create, with its charge.
struct NewPod {
  PodIndex pod = k_none;
  std::int32_t charge = 0; // into ClusterSnapshot::quota_charges
};

} // namespace model
