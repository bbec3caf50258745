// SPDX-License-Identifier: Apache-2.0
#include "snapshot/admission/pod_amounts.hpp"

#include "snapshot/admission/admission.hpp"
#include "snapshot/validation/errors.hpp"
#include "snapshot/validation/resource_names.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace snapshot {

namespace {

using model::ContainerResources;
using model::PodResources;
using model::Quantity;
using model::ResourceQuantities;
using Amount = ResourceQuantities::value_type;

void add_if_missing(ResourceQuantities& list, const Amount& amount) {
  const auto place = std::ranges::lower_bound(list, amount.first, {}, &Amount::first);
  if (place == list.end() || place->first != amount.first) { list.insert(place, amount); }
}

// The containers alone, without amounts of the whole pod and overhead.
PodResources containers_of(const PodResources& pod) {
  PodResources alone;
  alone.containers = pod.containers;
  alone.init_containers = pod.init_containers;
  return alone;
}

bool is_for_pods(std::string_view resource) {
  return resource == "cpu" || resource == "memory" || is_hugepages(resource);
}

void compare(const ResourceQuantities& requests, const ResourceQuantities& limits, const Path& path, Errors& errors) {
  for (const auto& [resource, request] : requests) {
    const Quantity* const limit = amount_in(limits, resource);
    if (limit == nullptr || request == *limit) { continue; }
    if (!may_be_overcommitted(resource)) {
      errors.invalid(path["requests"], request.text(),
                     util::concat("must be equal to ", resource, " limit of ", limit->text()));
    } else if (request > *limit) {
      errors.invalid(path["requests"], request.text(),
                     util::concat("must be less than or equal to ", resource, " limit of ", limit->text()));
    }
  }
}

void compare_containers(const std::vector<ContainerResources>& containers, const Path& list, Errors& errors) {
  for (std::size_t at = 0; at < containers.size(); ++at) {
    const Path container = list.at(static_cast<std::int64_t>(at));
    compare(containers[at].requests, containers[at].limits, container["resources"], errors);
  }
}

void compare_with_pod(const PodResources& pod, const ResourceQuantities& requested, const Path& path, Errors& errors) {
  const Path requests = path["requests"], limits = path["limits"];
  compare(pod.pod_requests, pod.pod_limits, path, errors);
  for (const auto& [resource, request] : pod.pod_requests) {
    const Quantity* const sum = amount_in(requested, resource);
    if (sum == nullptr || *sum <= request) { continue; }
    errors.invalid(requests.member(resource), request.text(),
                   util::concat("must be greater than or equal to aggregate container requests of ", sum->text()));
  }
  const ResourceQuantities limited = model::effective_limits(containers_of(pod));
  for (const auto& [resource, limit] : pod.pod_limits) {
    const Quantity* const sum = amount_in(limited, resource);
    if (!is_hugepages(resource) || sum == nullptr || *sum <= limit) { continue; }
    errors.invalid(limits.member(resource), limit.text(),
                   util::concat("must be greater than or equal to aggregate container limits of ", sum->text()));
  }
  for (std::size_t at = 0; at < pod.containers.size(); ++at) {
    for (const auto& [resource, limit] : pod.containers[at].limits) {
      const Quantity* const bound = amount_in(pod.pod_limits, resource);
      if (bound == nullptr || limit <= *bound) { continue; }
      errors.invalid(util::concat(path.text(), ".containers[", at, "][", resource, "].limits"), limit.text(),
                     util::concat("must be less than or equal to pod limits of ", bound->text()));
    }
  }
}

// `requested`: of all containers together.
std::vector<std::string> complaints_about(const PodResources& pod, const ResourceQuantities& requested) {
  Errors errors;
  const Path root;
  const Path spec = root["spec"];
  compare_containers(pod.containers, spec["containers"], errors);
  compare_containers(pod.init_containers, spec["initContainers"], errors);
  compare_with_pod(pod, requested, spec["resources"], errors);
  return std::move(errors.texts);
}

} // namespace

const Quantity* amount_in(const ResourceQuantities& list, std::string_view name) {
  const auto found = std::ranges::find(list, name, &Amount::first);
  return found == list.end() ? nullptr : &found->second;
}

void set_pod_defaults(PodResources& pod) {
  for (auto list : {&PodResources::containers, &PodResources::init_containers}) {
    for (ContainerResources& container : pod.*list) {
      for (const Amount& limit : container.limits) { add_if_missing(container.requests, limit); }
    }
  }
  if (!pod.pod_limits.empty() || !pod.pod_requests.empty()) { // defaultHugePagePodLimits
    for (const Amount& limit : model::effective_limits(containers_of(pod))) {
      const bool is_asked = amount_in(pod.pod_requests, limit.first) != nullptr;
      if (is_hugepages(limit.first) && !is_asked) { add_if_missing(pod.pod_limits, limit); }
    }
  }
  if (pod.pod_limits.empty()) { return; } // defaultPodRequests
  for (const Amount& request : model::effective_requests(containers_of(pod)).requests) {
    if (request.first == "cpu" || request.first == "memory") { add_if_missing(pod.pod_requests, request); }
  }
  for (const Amount& limit : pod.pod_limits) {
    if (is_for_pods(limit.first)) { add_if_missing(pod.pod_requests, limit); }
  }
}

std::optional<std::string> invalid_amounts(const PodResources& as_written, const PodResources& completed) {
  PodResources without_limits = containers_of(as_written); // a template keeps requests and limits apart
  for (auto list : {&PodResources::containers, &PodResources::init_containers}) {
    for (ContainerResources& container : without_limits.*list) { container.limits.clear(); }
  }
  const std::vector<std::string> known =
      complaints_about(as_written, model::effective_requests(without_limits).requests);
  std::vector<std::string> errors =
      complaints_about(completed, model::effective_requests(containers_of(completed)).requests);
  std::erase_if(errors, [&](const std::string& error) { return std::ranges::find(known, error) != known.end(); });
  return joined(errors);
}

} // namespace snapshot
