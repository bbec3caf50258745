// SPDX-License-Identifier: Apache-2.0
// Containers: requests and limits, images and host ports.
#include "snapshot/pods/decode_containers.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <optional>

namespace snapshot {

namespace {

enum class Role { Main, Init };

struct Container {
  std::string_view name, image;
  model::ContainerResources resources;
  std::vector<model::HostPort> host_ports;
  bool restarts_all = false;
};

// A requirement that the API server derives from the spec (component-helpers nodedeclaredfeatures).
constexpr std::string_view k_restart_all_feature = "RestartAllContainersOnContainerExits";

model::HostPort host_port_of(document::Value value, const Path& path, bool host_network) {
  model::HostPort port{.ip = "0.0.0.0", .protocol = "TCP", .port = 0};
  std::int32_t container_port = 0;
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "hostPort") {
      port.port = int32_of(member, at);
    } else if (key == "containerPort") {
      container_port = int32_of(member, at);
    } else if (key == "hostIP") {
      if (const std::string_view ip = text_of(member, at); !ip.empty()) { port.ip = ip; }
    } else if (key == "protocol") {
      if (const std::string_view protocol = text_of(member, at); !protocol.empty()) { port.protocol = protocol; }
    }
  });
  // The API server stores this default (SetDefaults_Pod, defaultHostNetworkPorts); manifests lack it.
  if (host_network && port.port == 0) { port.port = container_port; }
  return port;
}

bool restarts_all_containers(document::Value rules, const Path& path) {
  bool found = false;
  each_element(rules, path, [&](document::Value rule, const Path& at) {
    found = found || text_of(object_of(rule, at)["action"], at["action"]) == "RestartAllContainers";
  });
  return found;
}

void read_resources(document::Value value, const Path& path, model::ContainerResources& resources) {
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "requests") {
      resources.requests = quantities_of(member, at);
    } else if (key == "limits") {
      resources.limits = quantities_of(member, at);
    }
  });
}

Container container_of(document::Value value, const Path& path, bool host_network) {
  Container container;
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "name") {
      container.name = text_of(member, at);
    } else if (key == "image") {
      container.image = text_of(member, at);
    } else if (key == "resources") {
      read_resources(member, at, container.resources);
    } else if (key == "ports") {
      each_element(member, at, [&](document::Value element, const Path& below) {
        const model::HostPort port = host_port_of(element, below, host_network);
        if (port.port != 0) { container.host_ports.push_back(port); }
      });
    } else if (key == "restartPolicy") {
      container.resources.restart_always = text_of(member, at) == "Always";
    } else if (key == "restartPolicyRules") {
      container.restarts_all = restarts_all_containers(member, at);
    }
  });
  return container;
}

void add_container(Container&& container, Role role, Containers& containers, model::PodSpec& spec) {
  spec.images.push_back(container.image);
  ++spec.container_count;
  if (role == Role::Main || container.resources.restart_always) { // only these keep running and keep their ports
    std::ranges::copy(container.host_ports, std::back_inserter(spec.host_ports));
  }
  spec.has_sidecar = spec.has_sidecar || (role == Role::Init && container.resources.restart_always);
  if (container.restarts_all &&
      std::ranges::find(spec.required_features, k_restart_all_feature) == spec.required_features.end()) {
    spec.required_features.push_back(k_restart_all_feature);
  }
  (role == Role::Main ? containers.names : containers.init_names).push_back(container.name);
  auto& list = role == Role::Main ? containers.resources.containers : containers.resources.init_containers;
  list.push_back(std::move(container.resources));
}

void read_list(document::Value value, const Path& path, Role role, Containers& containers, model::PodSpec& spec) {
  each_element(value, path, [&](document::Value element, const Path& at) {
    add_container(container_of(element, at, spec.host_network), role, containers, spec);
  });
}

// Reads the sibling fields `resources` and `allocatedResources` of a container's or a pod's status.
std::optional<model::GrantedResources> granted_of(document::Value status, const Path& path) {
  std::optional<model::GrantedResources> granted;
  model::ResourceQuantities allocated;
  each_member(status, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "allocatedResources") {
      allocated = quantities_of(member, at);
    } else if (key == "resources" && !member.absent()) {
      granted.emplace();
      granted->requests = quantities_of(object_of(member, at)["requests"], at["requests"]);
    }
  });
  if (granted) { granted->allocated = std::move(allocated); }
  return granted;
}

} // namespace

model::ResourceQuantities quantities_of(document::Value value, const Path& path) {
  model::ResourceQuantities quantities;
  quantities.reserve(value.size());
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    const model::Quantity quantity = quantity_of(member, at);
    if (quantity.nano() < 0) { throw DecodeError(at, util::concat('"', member.text(), "\" is negative")); }
    const auto place = std::ranges::lower_bound(quantities, key, {}, &model::ResourceQuantities::value_type::first);
    if (place != quantities.end() && place->first == key) {
      place->second = quantity;
    } else {
      quantities.emplace(place, key, quantity);
    }
  });
  return quantities;
}

void read_containers(document::Value value, const Path& path, Containers& containers, model::PodSpec& spec) {
  read_list(value, path, Role::Main, containers, spec);
}

void read_init_containers(document::Value value, const Path& path, Containers& containers, model::PodSpec& spec) {
  read_list(value, path, Role::Init, containers, spec);
}

void read_pod_level_resources(document::Value value, const Path& path, model::PodResources& resources) {
  model::ContainerResources own;
  read_resources(value, path, own);
  resources.pod_requests = std::move(own.requests);
  resources.pod_limits = std::move(own.limits);
}

void read_container_statuses(document::Value value, const Path& path, const std::vector<std::string_view>& names,
                             std::vector<model::ContainerResources>& resources) {
  each_element(value, path, [&](document::Value element, const Path& at) {
    if (!object_of(element, at)["resources"].is_object()) { return; } // absent in clusters without in-place resize
    const auto named = std::ranges::find(names, text_of(element["name"], at["name"]));
    if (named == names.end()) { return; }
    resources[static_cast<std::size_t>(named - names.begin())].granted = granted_of(element, at);
  });
}

void read_pod_granted(document::Value status, const Path& path, model::PodResources& resources) {
  resources.pod_granted = granted_of(status, path);
}

} // namespace snapshot
