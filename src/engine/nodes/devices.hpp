// SPDX-License-Identifier: Apache-2.0
// Resolves the ResourceClaims of a pod and finds free devices for them on a node.
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

// Devices that the simulation has allocated beyond the snapshot. Unreserving a pod frees its devices unless the pod has
// been bound.
class AssumedDevices {
 public:
  struct Allocation {
    std::vector<model::DeviceId> devices;
    std::vector<std::size_t> slices;     // into ClusterSnapshot::resource_slices; every one must reach the node
    model::PodIndex pod = model::k_none; // the pod that caused it
    bool bound = false;
  };

  const Allocation* find(model::ResourceClaimIndex claim) const;
  bool taken(const model::DeviceId& device) const { return m_taken.contains(device); }

  void assume(model::PodIndex pod, model::ResourceClaimIndex claim, Allocation allocation);
  bool bind(model::PodIndex pod); // true if the pod caused an allocation
  void forget(model::PodIndex pod);
  void forget_reserved(); // for all pods that are not bound

 private:
  std::map<model::ResourceClaimIndex, Allocation> m_claims;
  std::set<model::DeviceId> m_taken;
  std::map<model::PodIndex, std::vector<model::ResourceClaimIndex>> m_of_pod; // reserved, not bound yet
};

// True if a claim that is missing from the input does not exist. Input without any claim leaves that open.
bool holds_claims(const model::ClusterSnapshot& cluster);

// Whether the pod may use an allocation made for a sibling of its native group before the API server stores it, or has
// to wait. (SchedulerVersion::group_reuses_pending_allocation)
enum class Pending : std::uint8_t { Reused, Awaited };

// A pod's claims, classified as in DynamicResources' PreFilter.
struct PodDevices {
  bool all_there = true; // every claim exists and the pod may use it; else `refused` names the claim
  std::string refused;   // why the pod fits no node; empty: it may fit one
  std::vector<model::ResourceClaimIndex> allocated, to_allocate;
};
PodDevices devices_of(const model::ClusterSnapshot& cluster, const AssumedDevices& assumed, const model::Pod& pod,
                      Pending pending);

// True if the node can reach the devices of every claim in `allocated`.
bool available_on(const model::ClusterSnapshot& cluster, const AssumedDevices& assumed,
                  const std::vector<model::ResourceClaimIndex>& allocated, model::NodeIndex node);

// Returns one allocation per claim, or nullopt if the node's free devices do not suffice for all claims.
std::optional<std::vector<AssumedDevices::Allocation>> allocate(const model::ClusterSnapshot& cluster,
                                                                const AssumedDevices& assumed,
                                                                const std::vector<model::ResourceClaimIndex>& claims,
                                                                model::NodeIndex node);

// Describes which part of the pod's claims for devices the tool cannot judge; empty: none. DynamicResources accepts
// such a pod.
std::string_view untold_devices(const model::ClusterSnapshot& cluster, const model::Pod& pod);

} // namespace engine
