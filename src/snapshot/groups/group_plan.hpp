// SPDX-License-Identifier: Apache-2.0
// A group object that a controller creates for a workload.
#pragma once

#include "document/yaml/writer.hpp"
#include "model/cluster/effective_requests.hpp"
#include "model/cluster/pod_group.hpp"
#include "model/values/resources.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace snapshot {

// Requests summed up by resource, as controllers do for minResources. Each operator has a formula of its own, which
// differs from what the scheduler counts; see the kinds.
class ResourceSum {
 public:
  ResourceSum() = default;
  explicit ResourceSum(const model::ResourceQuantities& quantities) { add(quantities); }
  void add(const model::ResourceQuantities& quantities, std::int32_t times = 1);
  void add(std::string_view name, const model::Quantity& quantity);
  // Per resource what a container requests; where it requests nothing at all, its limits. (training-operator,
  // AddResourceList)
  void add_requests_else_limits(const model::PodResources& pod, std::int32_t times = 1);

  // Per resource what each container requests; where it does not request that one, its limit. (mpi-operator,
  // addResources; KubeRay, CalculatePodResource)
  void add_each_request_else_limit(const model::PodResources& pod, std::int32_t times = 1);
  // As the scheduler counts them, init containers, sidecars and overhead too, but for limits that stand in for
  // requests: nobody has filled them in yet. (Trainer, LeaderWorkerSet)
  void add_pods(const model::PodResources& pod, std::int32_t times = 1);

  const std::map<std::string, model::Quantity, std::less<>>& amounts() const { return m_amounts; }

 private:
  std::map<std::string, model::Quantity, std::less<>> m_amounts;
};

// The effective requests of a template whose limits do not stand in for requests, and its effective limits.
model::ResourceQuantities requests_alone(model::PodResources pod);
model::ResourceQuantities limits_alone(model::PodResources pod);

struct GroupPlan {
  model::Dialect dialect = model::Dialect::Coscheduling;
  std::string name;
  std::int32_t min_member = 0;
  std::optional<ResourceSum> min_resources = {};
  std::optional<std::int32_t> schedule_timeout_seconds = {};
  std::string queue = {}, priority_class = {}; // of dialects that have them
  std::string condition = {};                  // the option without which it would not exist
};

// The object itself, as the controller would write it.
document::Output object_of(const GroupPlan& group, std::string_view namespace_name);

} // namespace snapshot
