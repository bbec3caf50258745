// SPDX-License-Identifier: Apache-2.0
// What a pod asks of a node in the scheduler's eyes. Pure arithmetic over what the object declares.
// (k8s.io/component-helpers resource, PodRequests; kube-scheduler framework, PodInfo.CalculateResource)
#pragma once

#include "model/values/resources.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace model {

// What the kubelet has granted a running container, which may differ from the spec while a resize is under way.
struct GrantedResources {
  ResourceQuantities requests;  // status…resources.requests
  ResourceQuantities allocated; // status…allocatedResources
};

struct ContainerResources {
  ResourceQuantities requests, limits;     // spec…resources
  bool restart_always = false;             // init containers only: restartPolicy Always makes it a sidecar
  std::optional<GrantedResources> granted; // absent where the container's status has no `resources`
};

struct PodResources {
  std::vector<ContainerResources> containers;
  std::vector<ContainerResources> init_containers; // in their order
  ResourceQuantities pod_requests, pod_limits;     // spec.resources
  std::optional<GrantedResources> pod_granted;     // absent where the pod's status has no `resources`
  ResourceQuantities overhead;                     // spec.overhead
  bool resize_infeasible = false;                  // condition PodResizePending has the reason Infeasible
};

struct EffectiveRequests {
  ResourceQuantities requests;        // exact, sorted by name; to_amounts rounds them up, once per pod
  std::int64_t scoring_cpu_milli = 0; // with 100m for every container that asks for none
  std::int64_t scoring_memory = 0;    // bytes, with 200Mi for every container that asks for none
  std::int64_t own_scoring_cpu_milli = 0,
               own_scoring_memory = 0; // the same without what is asked for the pod as a whole
  bool best_effort = false;            // no request and no limit anywhere that is not zero; overhead does not count
};

// The pod's requests. Where the object lacks a request, the API server's defaults are filled in as it does at
// creation (a limit stands in for a missing request), so manifests and stored objects may both be given.
EffectiveRequests effective_requests(const PodResources& pod);

// The pod's limits, by the same rules; what has no limit is not in it. (PodLimits)
ResourceQuantities effective_limits(const PodResources& pod);

// The integers that the scheduler keeps of a list (framework, Resource.Add): cpu, memory, ephemeral-storage, pods and
// scalar resources; other names are dropped, and zeros where nothing depends on them: a pod that asks for none asks for
// nothing, but a node that offers none of a scalar resource is not one that does not know it.
// The views in `quantities` must live as long as `names`.
enum class Zeros { Dropped, Kept };
ResourceAmounts to_amounts(const ResourceQuantities& quantities, ResourceNames& names, Zeros zeros = Zeros::Dropped);

} // namespace model
