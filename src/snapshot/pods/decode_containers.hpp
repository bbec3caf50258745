// SPDX-License-Identifier: Apache-2.0
// Containers: requests and limits, images and host ports.
#pragma once

#include "model/cluster/effective_requests.hpp"
#include "model/cluster/pod.hpp"
#include "snapshot/collected/fields.hpp"

#include <string_view>
#include <vector>

namespace snapshot {

// A map from resource to quantity, sorted by name. Throws DecodeError for negative quantities.
model::ResourceQuantities quantities_of(document::Value value, const Path& path);

struct Containers {
  model::PodResources resources;
  std::vector<std::string_view> names, init_names; // parallel to resources.containers and .init_containers
};

// Read the lists containers and initContainers of a pod's spec. They append images, ports and required node features to
// `spec`, whose host_network must already be set.
void read_containers(document::Value value, const Path& path, Containers& containers, model::PodSpec& spec);
void read_init_containers(document::Value value, const Path& path, Containers& containers, model::PodSpec& spec);

// Reads spec.resources: requests and limits for the pod as a whole.
void read_pod_level_resources(document::Value value, const Path& path, model::PodResources& resources);

// Reads containerStatuses or initContainerStatuses: what the kubelet granted to the container of the same name.
void read_container_statuses(document::Value value, const Path& path, const std::vector<std::string_view>& names,
                             std::vector<model::ContainerResources>& resources);

// Reads status.resources and status.allocatedResources of the pod as a whole.
void read_pod_granted(document::Value status, const Path& path, model::PodResources& resources);

} // namespace snapshot
