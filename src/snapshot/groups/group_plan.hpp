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
#include <utility>
#include <vector>

namespace snapshot {

// Sum of requests by resource, as controllers compute minResources. Each operator has its own formula, which differs
// from the scheduler's; see the kinds.
class ResourceSum {
 public:
  ResourceSum() = default;
  explicit ResourceSum(const model::ResourceQuantities& quantities) { add(quantities); }
  void add(const model::ResourceQuantities& quantities, std::int32_t times = 1);
  void add(std::string_view name, const model::Quantity& quantity);
  // Adds each container's requests, or its limits if it requests nothing at all. (training-operator, AddResourceList)
  void add_requests_else_limits(const model::PodResources& pod, std::int32_t times = 1);

  // Adds each container's request per resource, or its limit for resources that it does not request. (mpi-operator,
  // addResources; KubeRay, CalculatePodResource)
  void add_each_request_else_limit(const model::PodResources& pod, std::int32_t times = 1);
  // Adds requests as the scheduler counts them, with init containers, sidecars and overhead. Does not default requests
  // to limits, because the API server has not done so at this point. (Trainer, LeaderWorkerSet)
  void add_pods(const model::PodResources& pod, std::int32_t times = 1);

  const std::map<std::string, model::Quantity, std::less<>>& amounts() const { return m_amounts; }

 private:
  std::map<std::string, model::Quantity, std::less<>> m_amounts;
};

// Effective requests of a template, without defaulting them to limits, and its effective limits.
model::ResourceQuantities requests_alone(model::PodResources pod);
model::ResourceQuantities limits_alone(model::PodResources pod);

struct GroupPlan {
  model::Dialect dialect = model::Dialect::Coscheduling;
  std::string name;
  std::int32_t min_member = 0;
  std::optional<ResourceSum> min_resources = {};
  std::optional<std::int32_t> schedule_timeout_seconds = {};
  std::string queue = {}, priority_class = {}; // for dialects that have them
  // Quorum of each part: a task of Volcano, a clique of Grove, a sub-group of KAI.
  std::vector<std::pair<std::string, std::int32_t>> parts = {};
  std::optional<document::Output> native_spec = {};      // native: the whole spec, which has other fields
  std::optional<document::Output> network_topology = {}; // Volcano: as its field
  document::Output::Array sub_group_policies = {};       // Volcano
  std::string condition = {};                            // the option that makes the operator create the group
};

// The group object as the controller would write it.
document::Output object_of(const GroupPlan& group, std::string_view namespace_name);

} // namespace snapshot
