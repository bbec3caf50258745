// SPDX-License-Identifier: Apache-2.0
// Claims for devices: what a pod's claims come to, and which devices are free for them on a node.
// Sources: kube-scheduler plugins/dynamicresources; dynamic-resource-allocation structured, Allocator.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// What the simulation has allocated beyond the snapshot. Unreserving a pod frees what was allocated for it, unless it
// was bound meanwhile.
class AssumedDevices {
 public:
  struct Allocation {
    std::vector<model::DeviceId> devices;
    std::vector<std::size_t> slices;     // into ClusterSnapshot::resource_slices; every one must reach a node
    model::PodIndex pod = model::k_none; // for which it was made
    bool bound = false;
  };

  const Allocation* find(model::ResourceClaimIndex claim) const;
  bool taken(const model::DeviceId& device) const { return m_taken.contains(device); }

  void assume(model::PodIndex pod, model::ResourceClaimIndex claim, Allocation allocation);
  bool bind(model::PodIndex pod); // whether a claim was allocated for it
  void forget(model::PodIndex pod);
  void forget_reserved(); // for all pods that are not bound

 private:
  std::map<model::ResourceClaimIndex, Allocation> m_claims;
  std::set<model::DeviceId> m_taken;
  std::map<model::PodIndex, std::vector<model::ResourceClaimIndex>> m_of_pod; // reserved, not bound yet
};

// Whether a claim that is not there does not exist. Files that hold no claim at all say nothing of them.
bool holds_claims(const model::ClusterSnapshot& cluster);

// An allocation that was made for a sibling of a native group and is not written yet: whether the pod may use it, or
// has to wait until it is written. (SchedulerVersion::group_reuses_pending_allocation)
enum class Pending : std::uint8_t { Reused, Awaited };

// A pod's claims, as DynamicResources' PreFilter sorts them out.
struct PodDevices {
  bool all_there = true; // each claim exists and is the pod's to use; otherwise `refused` says which is not
  std::string refused;   // why the pod cannot be scheduled anywhere; empty: it may
  std::vector<model::ResourceClaimIndex> allocated, to_allocate;
};
PodDevices devices_of(const model::ClusterSnapshot& cluster, const AssumedDevices& assumed, const model::Pod& pod,
                      Pending pending);

// Whether the node reaches what is allocated for all of them.
bool available_on(const model::ClusterSnapshot& cluster, const AssumedDevices& assumed,
                  const std::vector<model::ResourceClaimIndex>& allocated, model::NodeIndex node);

// One allocation per claim, or nullopt where the node's free devices do not suffice for all of them.
std::optional<std::vector<AssumedDevices::Allocation>> allocate(const model::ClusterSnapshot& cluster,
                                                                const AssumedDevices& assumed,
                                                                const std::vector<model::ResourceClaimIndex>& claims,
                                                                model::NodeIndex node);

// What about the pod's claims for devices cannot be told, in plain words; empty: nothing. DynamicResources lets such a
// pod pass.
std::string_view untold_devices(const model::ClusterSnapshot& cluster, const model::Pod& pod);

} // namespace engine
