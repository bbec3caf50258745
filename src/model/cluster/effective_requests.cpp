// SPDX-License-Identifier: Apache-2.0
// The formula, step by step (KEP-753 for sidecars, KEP-1287 for resize, KEP-2837 for pod-level resources):
//   1. a container requests what its spec says, or what the kubelet has granted if that is more;
//   2. containers and sidecars run together: their requests add up;
//   3. init containers run one after another beside the sidecars that started before: their peak counts if higher;
//   4. pod-level cpu, memory and hugepages replace the containers' sum;
//   5. the overhead of the runtime comes on top.
#include "model/cluster/effective_requests.hpp"

#include <algorithm>

namespace model {

namespace {

using Entry = ResourceQuantities::value_type;

Quantity& entry(ResourceQuantities& list, std::string_view name) {
  const auto place = std::ranges::lower_bound(list, name, {}, &Entry::first);
  if (place != list.end() && place->first == name) { return place->second; }
  return list.insert(place, {name, Quantity()})->second;
}

const Quantity* find(const ResourceQuantities& list, std::string_view name) {
  const auto found = std::ranges::find(list, name, &Entry::first);
  return found == list.end() ? nullptr : &found->second;
}

void add(ResourceQuantities& list, const ResourceQuantities& other) {
  for (const auto& [name, quantity] : other) { entry(list, name) += quantity; }
}

void raise(ResourceQuantities& list, const ResourceQuantities& other) {
  for (const auto& [name, quantity] : other) {
    const Quantity* const have = find(list, name);
    if (have == nullptr || quantity > *have) { entry(list, name) = quantity; }
  }
}

void fill_missing(ResourceQuantities& list, const ResourceQuantities& defaults) {
  for (const auto& [name, quantity] : defaults) {
    if (find(list, name) == nullptr) { entry(list, name) = quantity; }
  }
}

bool supported_for_pods(std::string_view name) {
  return name == "cpu" || name == "memory" || name.starts_with("hugepages-");
}

// determineContainerReqs: during a resize the larger of both counts, unless the node can never grant it.
ResourceQuantities granted_or(ResourceQuantities spec, const std::optional<GrantedResources>& granted,
                              bool infeasible) {
  if (!granted) { return spec; }
  if (infeasible) { spec.clear(); }
  raise(spec, granted->requests);
  raise(spec, granted->allocated);
  return spec;
}

// Requests of one container by its spec. A limit replaces a missing request, because the API server stores it as the
// request at creation (SetDefaults_Pod).
ResourceQuantities declared_requests(const ContainerResources& container) {
  ResourceQuantities own = container.requests;
  fill_missing(own, container.limits);
  return own;
}

// Steps 2 and 3. asks(container, runs_on) returns the requests of one container; `runs_on` is false for init
// containers that end. (AggregateContainerRequests)
template <typename Asks>
ResourceQuantities aggregate(const PodResources& pod, Asks asks) {
  ResourceQuantities together, sidecars, peak;
  for (const ContainerResources& container : pod.containers) { add(together, asks(container, true)); }
  for (const ContainerResources& container : pod.init_containers) {
    const ResourceQuantities own = asks(container, container.restart_always);
    ResourceQuantities step = sidecars;
    add(step, own);
    raise(peak, step);
    if (!container.restart_always) { continue; }
    add(together, own);
    sidecars = std::move(step);
  }
  raise(together, peak);
  return together;
}

// spec.resources.requests with the API server's defaults for a pod with limits: from the containers for resources that
// allow overcommitment, otherwise from the pod's limits. (defaultPodRequests)
ResourceQuantities pod_level_requests(const PodResources& pod) {
  ResourceQuantities requests = pod.pod_requests;
  if (!pod.pod_limits.empty()) {
    ResourceQuantities sum = aggregate(pod, [](const auto& container, bool) { return declared_requests(container); });
    std::erase_if(sum, [](const Entry& item) { return item.first != "cpu" && item.first != "memory"; });
    fill_missing(requests, sum);
    fill_missing(requests, pod.pod_limits);
  }
  std::erase_if(requests, [](const Entry& item) { return !supported_for_pods(item.first); });
  return requests;
}

// All five steps. `floor` replaces missing requests of each container. (PodRequests)
ResourceQuantities pod_requests(const PodResources& pod, const ResourceQuantities& pod_level,
                                const ResourceQuantities& floor) {
  ResourceQuantities requests = aggregate(pod, [&](const ContainerResources& container, bool runs_on) {
    ResourceQuantities own = declared_requests(container);
    if (runs_on) { own = granted_or(std::move(own), container.granted, pod.resize_infeasible); }
    fill_missing(own, floor);
    return own;
  });
  for (const auto& [name, quantity] : pod_level) { entry(requests, name) = quantity; }
  add(requests, pod.overhead);
  return requests;
}

// Requests that scoring assumes for a container without any, so that such pods do not all go to one node. With
// pod-level requests, only for resources that these lack. (getNonMissingContainerRequests)
ResourceQuantities scoring_floor(const ResourceQuantities& requests, bool has_pod_level) {
  const Quantity default_cpu = Quantity::from_milli(100);
  const Quantity default_memory = Quantity::from_units(209'715'200); // 200Mi
  ResourceQuantities floor;
  if (!has_pod_level || find(requests, "cpu") == nullptr) { floor.emplace_back("cpu", default_cpu); }
  if (!has_pod_level || find(requests, "memory") == nullptr) { floor.emplace_back("memory", default_memory); }
  return floor;
}

bool asks_for_something(const ResourceQuantities& list) {
  return std::ranges::any_of(list, [](const Entry& item) { return !item.second.is_zero(); });
}

bool is_best_effort(const PodResources& pod) {
  const auto nothing = [](const ContainerResources& container) {
    return !asks_for_something(container.requests) && !asks_for_something(container.limits);
  };
  return !asks_for_something(pod.pod_requests) && !asks_for_something(pod.pod_limits) &&
         std::ranges::all_of(pod.containers, nothing) && std::ranges::all_of(pod.init_containers, nothing);
}

} // namespace

EffectiveRequests effective_requests(const PodResources& pod) {
  ResourceQuantities pod_level = pod_level_requests(pod);
  const bool has_pod_level = !pod_level.empty();
  if (has_pod_level) { pod_level = granted_or(std::move(pod_level), pod.pod_granted, pod.resize_infeasible); }
  std::erase_if(pod_level, [](const Entry& item) { return !supported_for_pods(item.first); });

  EffectiveRequests effective;
  effective.requests = pod_requests(pod, pod_level, {});
  const auto scored = [](const ResourceQuantities& requests, std::int64_t& cpu_milli, std::int64_t& memory) {
    if (const Quantity* const cpu = find(requests, "cpu")) { cpu_milli = cpu->milli_value(); }
    if (const Quantity* const bytes = find(requests, "memory")) { memory = bytes->value(); }
  };
  scored(pod_requests(pod, pod_level, scoring_floor(effective.requests, has_pod_level)), effective.scoring_cpu_milli,
         effective.scoring_memory);
  scored(pod_requests(pod, {}, scoring_floor({}, false)), effective.own_scoring_cpu_milli,
         effective.own_scoring_memory);
  effective.best_effort = is_best_effort(pod);
  // Each pod uses one of a node's `pods`. The scheduler keeps a request of that name apart and never compares it.
  std::erase_if(effective.requests, [](const Entry& item) { return item.first == "pods"; });
  return effective;
}

ResourceQuantities effective_limits(const PodResources& pod) {
  ResourceQuantities limits =
      aggregate(pod, [](const ContainerResources& container, bool) { return container.limits; });
  for (const auto& [name, quantity] : pod.pod_limits) {
    if (supported_for_pods(name)) { entry(limits, name) = quantity; }
  }
  for (const auto& [name, quantity] : pod.overhead) {
    if (const Quantity* const limit = find(limits, name); limit && !limit->is_zero()) {
      entry(limits, name) += quantity;
    }
  }
  return limits;
}

ResourceAmounts to_amounts(const ResourceQuantities& quantities, ResourceNames& names, Zeros zeros) {
  ResourceAmounts amounts;
  for (const auto& [name, quantity] : quantities) {
    const bool built_in = name == "cpu" || name == "memory" || name == "ephemeral-storage" || name == "pods";
    const bool dropped = zeros == Zeros::Dropped && quantity.is_zero();
    if (dropped || !(built_in || is_scalar_resource_name(name))) { continue; }
    const ResourceId resource = names.intern(name);
    amounts.push_back({resource, scheduler_amount(resource, quantity)});
  }
  std::ranges::sort(amounts, {}, &ResourceAmount::resource);
  return amounts;
}

} // namespace model
