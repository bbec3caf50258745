// SPDX-License-Identifier: Apache-2.0
// Resolves the ResourceClaims of a pod and finds free devices for them on a node.
// Sources: kube-scheduler plugins/dynamicresources; dynamic-resource-allocation structured, Allocator.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

#include <cstdint>
#include <functional>
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
    std::int32_t preference = 0; // as ResourceClaim::preference
  };

  const Allocation* find(model::ResourceClaimIndex claim) const;
  bool taken(const model::DeviceId& device) const { return m_taken.contains(device); }

  // True if the allocation in the snapshot is gone.
  bool is_freed(model::ResourceClaimIndex claim) const { return m_freed.contains(claim); }
  // True if a pod that the simulation bound uses the claim.
  bool is_used(model::ResourceClaimIndex claim) const { return m_used.contains(claim); }

  void assume(model::PodIndex pod, model::ResourceClaimIndex claim, Allocation allocation);
  // `claims`: all that the pod uses. Returns true if the pod caused an allocation.
  bool bind(model::PodIndex pod, const std::vector<model::ResourceClaimIndex>& claims);
  void free(model::ResourceClaimIndex claim) { m_freed.insert(claim); }
  void forget(model::PodIndex pod);
  void forget_reserved(); // for all pods that are not bound
  // The claims of the snapshot have got other indexes.
  void renumber_claims(const std::function<model::ResourceClaimIndex(model::ResourceClaimIndex)>& of_old);

 private:
  std::map<model::ResourceClaimIndex, Allocation> m_claims;
  std::set<model::DeviceId> m_taken;
  std::map<model::PodIndex, std::vector<model::ResourceClaimIndex>> m_of_pod; // reserved, not bound yet
  std::set<model::ResourceClaimIndex> m_freed, m_used;
};

// True if a claim that is missing from the input does not exist. Input without any claim leaves that open.
bool holds_claims(const model::ClusterSnapshot& cluster);
// True if a new pod uses a ResourceClaimTemplate that the input does not hold and that may exist, because no snapshot
// has all of them. Then a controller makes the pod's claim.
bool may_lack_template(const model::ClusterSnapshot& cluster, const model::Pod& pod);

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

// The first of the pod's allocated claims that is not available on one of the nodes and that no other pod uses. The
// scheduler frees such a claim for a pod that fits nowhere. k_none: there is none. (DynamicResources.PostFilter)
model::ResourceClaimIndex claim_to_free(const model::ClusterSnapshot& cluster, const AssumedDevices& assumed,
                                        const model::Pod& pod, const std::vector<model::NodeIndex>& nodes);

// True if the scheduler may free one of the pod's claims later.
bool may_free_a_claim(const model::ClusterSnapshot& cluster, const model::Pod& pod);

// The claims that the pod uses, without those from the first one on that it cannot use.
std::vector<model::ResourceClaimIndex> claims_of_pod(const model::ClusterSnapshot& cluster, const model::Pod& pod);

// The claims that the pod names, each once and without absent ones: other pods may name the same claims.
std::vector<model::ResourceClaimIndex> shared_claims(const model::ClusterSnapshot& cluster, const model::Pod& pod);

// The claims of a pod that has its node: those that it names, and those that it owns, because it keeps no names of
// claims made from templates. k_none: the named claim is absent.
struct ClaimOfPod {
  std::string_view name;
  model::ResourceClaimIndex index;
};
std::vector<ClaimOfPod> claims_of_bound_pod(const model::ClusterSnapshot& cluster, const model::Pod& pod);

// A device that is allocated to the claim and that its pool no longer lists; null: none, as far as the input shows.
// Then the driver cannot prepare it. (kubelet dra/manager.go, prepareResources: NodePrepareResources)
const model::DeviceId* lost_device(const model::ClusterSnapshot& cluster, const model::ResourceClaim& claim);

// Returns one allocation per claim, or nullopt if the node's free devices do not suffice for all claims.
std::optional<std::vector<AssumedDevices::Allocation>> allocate(const model::ClusterSnapshot& cluster,
                                                                const AssumedDevices& assumed,
                                                                const std::vector<model::ResourceClaimIndex>& claims,
                                                                model::NodeIndex node);

// Describes which part of the pod's claims for devices the tool cannot judge; empty: none. DynamicResources accepts
// such a pod.
std::string_view untold_devices(const model::ClusterSnapshot& cluster, const model::Pod& pod);

} // namespace engine
