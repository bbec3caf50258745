// SPDX-License-Identifier: Apache-2.0
// A pod's requests on a node, as the scheduler counts them. Pure arithmetic over the object's fields.
// (k8s.io/component-helpers resource, PodRequests; kube-scheduler framework, PodInfo.CalculateResource)
#pragma once

#include "model/values/resources.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace model {

// Resources that the kubelet has granted a running container. They may differ from the spec during a resize.
struct GrantedResources {
  ResourceQuantities requests;  // status…resources.requests
  ResourceQuantities allocated; // status…allocatedResources
};

struct ContainerResources {
  ResourceQuantities requests, limits;     // spec…resources
  bool restart_always = false;             // init containers only: restartPolicy Always makes it a sidecar
  std::optional<GrantedResources> granted; // absent if the container's status has no `resources`
};

struct PodResources {
  std::vector<ContainerResources> containers;
  std::vector<ContainerResources> init_containers; // in order
  ResourceQuantities pod_requests, pod_limits;     // spec.resources
  std::optional<GrantedResources> pod_granted;     // absent if the pod's status has no `resources`
  ResourceQuantities overhead;                     // spec.overhead
  bool resize_infeasible = false;                  // condition PodResizePending has the reason Infeasible
};

struct EffectiveRequests {
  ResourceQuantities requests;        // exact, sorted by name; to_amounts rounds them up, once per pod
  std::int64_t scoring_cpu_milli = 0; // with 100m for every container without a request
  std::int64_t scoring_memory = 0;    // bytes, with 200Mi for every container without a request
  std::int64_t own_scoring_cpu_milli = 0,
               own_scoring_memory = 0; // the same without pod-level requests
  bool best_effort = false;            // no request or limit except zero; overhead does not count
};

// The pod's requests. Fills in missing requests with the API server's defaults at creation (a limit replaces a missing
// request), so `pod` may come from a manifest or from a stored object.
EffectiveRequests effective_requests(const PodResources& pod);

// The pod's limits, by the same rules; omits resources without a limit. (PodLimits)
ResourceQuantities effective_limits(const PodResources& pod);

// The integers that the scheduler keeps of a list (framework, Resource.Add): cpu, memory, ephemeral-storage, pods and
// scalar resources. Drops other names, and by default zeros: for a pod, a request of 0 equals no request. For a node,
// 0 of a scalar resource differs from an unknown resource.
// The views in `quantities` must live as long as `names`.
enum class Zeros { Dropped, Kept };
ResourceAmounts to_amounts(const ResourceQuantities& quantities, ResourceNames& names, Zeros zeros = Zeros::Dropped);

} // namespace model
