// SPDX-License-Identifier: Apache-2.0
// Finding storage objects by name, and what a pod's volumes come to: which claims, bound or not, to be bound to what.
// Sources: kube-scheduler plugins/volumebinding, binder; component-helpers storage/volume and storage/ephemeral.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

// k_none or null where absent.
model::ClaimIndex find_claim(const model::ClusterSnapshot& cluster, std::string_view namespace_name,
                             std::string_view name);
model::VolumeIndex find_volume(const model::ClusterSnapshot& cluster, std::string_view name);
const model::StorageClass* find_storage_class(const model::ClusterSnapshot& cluster, std::string_view name);
const model::CsiNode* find_csi_node(const model::ClusterSnapshot& cluster, std::string_view name);
const model::CsiDriver* find_csi_driver(const model::ClusterSnapshot& cluster, std::string_view name);

// A volume that stands for a claim, and the name of that claim: of an ephemeral volume it is "<pod>-<volume>".
inline bool is_claimed(const model::Volume& volume) {
  return volume.kind == "persistentVolumeClaim" || volume.kind == "ephemeral";
}
std::string claim_name(const model::Pod& pod, const model::Volume& volume);

bool has_claims(const model::PodSpec& spec);

// Whether the pod is told apart from others of the same spec by claims that carry its own name.
bool has_own_claims(const model::PodSpec& spec);

// What the simulation has bound or reserved beyond the snapshot (the scheduler's assume caches). Reserving a pod takes
// volumes for its claims; unreserving gives them back, unless the pod was bound meanwhile: binding is for good.
class AssumedStorage {
 public:
  struct Claim {
    model::VolumeIndex volume = model::k_none; // k_none: to be provisioned
    model::NodeIndex node = model::k_none;     // for which it was chosen
    bool bound = false;
  };

  const Claim* find(model::ClaimIndex claim) const;
  // The claim for which the volume was taken; k_none: for none.
  model::ClaimIndex taken_by(model::VolumeIndex volume) const;

  void assume(model::PodIndex pod, model::ClaimIndex claim, Claim state);
  // What the volume controllers then see to.
  struct Bound {
    bool volumes = false, provisioned = false;
  };
  Bound bind(model::PodIndex pod);
  void forget(model::PodIndex pod);
  void forget_reserved(); // for all pods that are not bound
  // Nodes have other numbers now: `of_old` gives the new one.
  void renumber(const std::function<model::NodeIndex(model::NodeIndex)>& of_old);

 private:
  std::map<model::ClaimIndex, Claim> m_claims;
  std::map<model::VolumeIndex, model::ClaimIndex> m_taken;
  std::map<model::PodIndex, std::vector<model::ClaimIndex>> m_of_pod; // reserved, not bound yet
};

// A pod's claims, sorted out as VolumeBinding's PreFilter does.
struct PodClaims {
  std::string refused;                           // why the pod cannot be scheduled anywhere; empty: it may
  std::vector<model::ClaimIndex> bound, delayed; // delayed: to be bound where the pod goes
};
PodClaims claims_of(const model::ClusterSnapshot& cluster, const AssumedStorage& assumed, const model::Pod& pod);

// The volume to which the claim is bound, in the snapshot or since; k_none where that volume does not exist.
model::VolumeIndex volume_of(const model::ClusterSnapshot& cluster, const AssumedStorage& assumed,
                             model::ClaimIndex claim);

// What the pod's claims come to on one node. (FindPodVolumes)
struct NodeVolumes {
  bool bound_match = true, unbound_match = true, enough_space = true, volumes_exist = true;
  std::vector<std::pair<model::ClaimIndex, model::VolumeIndex>> to_bind;
  std::vector<model::ClaimIndex> to_provision;

  bool fits() const { return bound_match && unbound_match && enough_space && volumes_exist; }
};
NodeVolumes volumes_on(const model::ClusterSnapshot& cluster, const AssumedStorage& assumed, const PodClaims& claims,
                       model::NodeIndex node);

// What about the pod's volumes cannot be told from the snapshot, in plain words; empty: nothing. The volume filters let
// such a pod pass.
std::string_view untold_storage(const model::ClusterSnapshot& cluster, const model::Pod& pod);

} // namespace engine
