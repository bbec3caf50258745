// SPDX-License-Identifier: Apache-2.0
// Device claims, and the devices that drivers offer (resource.k8s.io), reduced to what the engine can decide without
// CEL. Strings are views into the snapshot's StringPool.
#pragma once

#include "model/cluster/pod.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace model {

using ResourceClaimIndex = std::int32_t; // into ClusterSnapshot::resource_claims

struct DeviceId {
  std::string_view driver, pool, device;
  friend auto operator<=>(const DeviceId&, const DeviceId&) = default;
};

// CEL selectors of a class or request; all must hold. Keeps those of the form device.driver == "x", and whether there
// are others.
struct DeviceSelectors {
  std::vector<std::string_view> drivers;
  bool others = false;
  friend bool operator==(const DeviceSelectors&, const DeviceSelectors&) = default;
};

struct DeviceRequest {
  std::string_view name, device_class;
  std::int64_t count = 1;
  DeviceSelectors selectors;
  bool plain = true; // exactly `count` devices, without alternatives, admin access or a capacity
  friend bool operator==(const DeviceRequest&, const DeviceRequest&) = default;
};

struct ResourceClaim {
  std::string_view namespace_name, name, uid;
  std::string_view owner_uid; // of the controlling owner; empty: none
  bool terminating = false;
  std::vector<DeviceRequest> requests;
  bool constrained = false; // spec.devices.constraints: devices must share a property
  bool allocated = false;
  std::optional<std::vector<NodeSelectorTerm>> nodes; // of the allocation; absent: every node
  std::vector<DeviceId> devices;                      // allocated, without those for admin access
  std::vector<std::string_view> reserved_for;         // UIDs of the pods that may use the allocation
  friend bool operator==(const ResourceClaim&, const ResourceClaim&) = default;
};

struct ResourceSlice {
  std::string_view name, driver, pool;
  std::int64_t generation = 0;
  std::string_view node_name; // else all_nodes, else node_terms, else none
  bool all_nodes = false;
  std::optional<std::vector<NodeSelectorTerm>> node_terms;
  std::vector<std::string_view> devices; // by name
  bool plain = true;                     // devices are whole: no shared counters, no node selection per device
  friend bool operator==(const ResourceSlice&, const ResourceSlice&) = default;
};

struct DeviceClass {
  std::string_view name;
  DeviceSelectors selectors;
  friend bool operator==(const DeviceClass&, const DeviceClass&) = default;
};

} // namespace model
