// SPDX-License-Identifier: Apache-2.0
// Containers: what they ask for, their images and their host ports.
#pragma once

#include "model/cluster/effective_requests.hpp"
#include "model/cluster/pod.hpp"
#include "snapshot/collected/fields.hpp"

#include <string_view>
#include <vector>

namespace snapshot {

// A map from resource to quantity, sorted by name. Negative quantities are refused.
model::ResourceQuantities quantities_of(document::Value value, const Path& path);

struct Containers {
  model::PodResources resources;
  std::vector<std::string_view> names, init_names; // parallel to resources.containers and .init_containers
};

// The lists containers and initContainers of a pod's spec. Images, ports and required node features go to `spec`,
// whose host_network must be known already.
void read_containers(document::Value value, const Path& path, Containers& containers, model::PodSpec& spec);
void read_init_containers(document::Value value, const Path& path, Containers& containers, model::PodSpec& spec);

// spec.resources: requests and limits for the pod as a whole.
void read_pod_level_resources(document::Value value, const Path& path, model::PodResources& resources);

// containerStatuses and initContainerStatuses: what the kubelet has granted, put to the container of the same name.
void read_container_statuses(document::Value value, const Path& path, const std::vector<std::string_view>& names,
                             std::vector<model::ContainerResources>& resources);

// status.resources and status.allocatedResources of the pod as a whole.
void read_pod_granted(document::Value status, const Path& path, model::PodResources& resources);

} // namespace snapshot
