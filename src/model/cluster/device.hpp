// SPDX-License-Identifier: Apache-2.0
// Device claims, and the devices that drivers offer (resource.k8s.io). Strings are views into the snapshot's
// StringPool.
#pragma once

#include "model/cluster/device_selector.hpp"
#include "model/cluster/pod.hpp"
#include "model/values/index.hpp"
#include "model/values/quantity.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

namespace model {

using ResourceClaimIndex = Index<struct ResourceClaim>; // into ClusterSnapshot::resource_claims

struct DeviceId {
  std::string_view driver, pool, device;
  friend auto operator<=>(const DeviceId&, const DeviceId&) = default;
};

struct DeviceVersion {
  std::string_view text; // semantic version
  friend bool operator==(const DeviceVersion&, const DeviceVersion&) = default;
};

struct DeviceAttribute {
  std::string_view name; // with its domain: "gpu.example.com/model"
  std::variant<std::string_view, std::int64_t, bool, DeviceVersion> value;
  friend bool operator==(const DeviceAttribute&, const DeviceAttribute&) = default;
};

struct DeviceCapacity {
  std::string_view name; // with its domain
  Quantity amount;
  friend bool operator==(const DeviceCapacity&, const DeviceCapacity&) = default;
};

struct Device {
  std::string_view name;
  std::vector<DeviceAttribute> attributes = {};
  std::vector<DeviceCapacity> capacities = {};
  bool evicts = false; // a taint with NoExecute
  friend bool operator==(const Device&, const Device&) = default;
};

struct DeviceRequest {
  std::string_view name, device_class;
  std::int64_t count = 1;
  bool all = false; // every matching device of the node, at least one
  DeviceSelectors selectors = {};
  std::vector<DeviceRequest> alternatives = {}; // firstAvailable: the first that succeeds; the other fields are unused
  bool plain = true;                            // without admin access or a capacity
  friend bool operator==(const DeviceRequest&, const DeviceRequest&) = default;
};

// The most alternatives of a request. (FirstAvailableDeviceRequestMaxSize)
inline constexpr std::int32_t k_most_alternatives = 8;

// Devices of these requests must have the same value of the attribute.
struct MatchAttribute {
  std::string_view attribute;             // with its domain
  std::vector<std::string_view> requests; // "name" or "name/alternative"; empty: all
  friend bool operator==(const MatchAttribute&, const MatchAttribute&) = default;
};

struct ResourceClaim {
  std::string_view namespace_name, name, uid;
  std::string_view owner_uid; // of the controlling owner; empty: none
  bool terminating = false;
  std::vector<DeviceRequest> requests;
  std::vector<MatchAttribute> match_attributes;
  bool constrained = false;  // spec.devices.constraints has constraints of another kind
  bool undecided = false;    // a selector ends with an error for some device of the snapshot (mark_undecided)
  bool lacks_slices = false; // it may get a device of a pool of which the snapshot lacks slices (mark_undecided)
  bool allocated = false;
  std::int32_t preference = 0; // of the allocation: over requests with alternatives, k_most_alternatives less the index
                               // of the chosen one
  bool has_allocation_time = false;
  bool awaits_conditions = false; // a device of the allocation has bindingConditions, whose state is not read
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
  std::int64_t slice_count = 1; // of the pool
  std::vector<Device> devices;
  bool plain = true; // devices are whole: no shared counters, no node selection per device
  friend bool operator==(const ResourceSlice&, const ResourceSlice&) = default;
};

// Taints the devices for which each field that it has is equal.
struct DeviceTaintRule {
  std::string_view name;
  bool taints = false; // it has a selector and an effect
  std::string_view driver = {}, pool = {}, device = {};
  bool evicts = false; // the effect is NoExecute
  friend bool operator==(const DeviceTaintRule&, const DeviceTaintRule&) = default;
};

// A container's request for this resource, followed by the name of a DeviceClass, is one for its devices. (KEP-5004)
inline constexpr std::string_view k_device_class_prefix = "deviceclass.resource.kubernetes.io/";

struct DeviceClass {
  std::string_view name;
  DeviceSelectors selectors;
  std::string_view extended_resource = {}; // its devices also satisfy requests for this resource; empty: none
  friend bool operator==(const DeviceClass&, const DeviceClass&) = default;
};

} // namespace model
