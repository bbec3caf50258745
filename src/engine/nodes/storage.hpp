// SPDX-License-Identifier: Apache-2.0
// Finds storage objects by name and resolves the volumes of a pod: its claims, whether they are bound, and to which
// volumes to bind them.
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

// Return k_none or null if absent.
model::ClaimIndex find_claim(const model::ClusterSnapshot& cluster, std::string_view namespace_name,
                             std::string_view name);
model::VolumeIndex find_volume(const model::ClusterSnapshot& cluster, std::string_view name);
const model::StorageClass* find_storage_class(const model::ClusterSnapshot& cluster, std::string_view name);
const model::CsiNode* find_csi_node(const model::ClusterSnapshot& cluster, std::string_view name);
const model::CsiDriver* find_csi_driver(const model::ClusterSnapshot& cluster, std::string_view name);

// A plugin that a CSI driver has replaced, by the source of its volumes and the provisioner of its classes.
// (csi-translation-lib, GetCSINameFromInTreeName)
struct InTreePlugin {
  std::string_view source, provisioner, driver;
  bool is_limited;         // its volumes count against the limits of that driver (nodevolumelimits, isCSIMigrationOn)
  bool is_gone_by_default; // kubelets since 1.25 use the driver (kube_features.go, CSIMigration…)
};
// By its source or provisioner; null: none.
const InTreePlugin* find_in_tree_plugin(std::string_view name);

// True if a node whose CSINode is not in the input has none.
bool holds_csi_nodes(const model::ClusterSnapshot& cluster);

// is_claimed: the volume uses a claim. claim_name: the name of that claim; for an ephemeral volume it is
// "<pod>-<volume>".
inline bool is_claimed(const model::Volume& volume) {
  return volume.kind == "persistentVolumeClaim" || volume.kind == "ephemeral";
}
std::string claim_name(const model::Pod& pod, const model::Volume& volume);

bool has_claims(const model::PodSpec& spec);

// True if the spec uses claims named after the pod, which distinguish pods with the same spec.
bool has_own_claims(const model::PodSpec& spec);

// Volumes that the simulation has bound or reserved beyond the snapshot (the scheduler's assume caches). Reserving a
// pod takes volumes for its claims. Unreserving releases them unless the pod has been bound: binding is final.
class AssumedStorage {
 public:
  struct Claim {
    model::VolumeIndex volume = model::k_none; // k_none: to provision
    model::NodeIndex node = model::k_none;     // the node it was chosen for
    bool bound = false;
  };

  const Claim* find(model::ClaimIndex claim) const;
  // The claim that uses the volume; k_none: none.
  model::ClaimIndex taken_by(model::VolumeIndex volume) const;

  void assume(model::PodIndex pod, model::ClaimIndex claim, Claim state);
  // Work that binding leaves to the volume controllers.
  struct Bound {
    bool volumes = false, provisioned = false;
  };
  Bound bind(model::PodIndex pod);
  void forget(model::PodIndex pod);
  void forget_reserved(); // for all pods that are not bound
  // Updates indexes after nodes were renumbered: `of_old` maps an old index to the new one.
  void renumber(const std::function<model::NodeIndex(model::NodeIndex)>& of_old);

 private:
  std::map<model::ClaimIndex, Claim> m_claims;
  std::map<model::VolumeIndex, model::ClaimIndex> m_taken;
  std::map<model::PodIndex, std::vector<model::ClaimIndex>> m_of_pod; // reserved, not bound yet
};

// A pod's claims, classified as in VolumeBinding's PreFilter.
struct PodClaims {
  std::string refused;                           // why the pod fits no node; empty: it may fit one
  std::vector<model::ClaimIndex> bound, delayed; // delayed: to bind on the pod's node
};
PodClaims claims_of(const model::ClusterSnapshot& cluster, const AssumedStorage& assumed, const model::Pod& pod);

// The volume that the claim is bound to, in the snapshot or since; k_none if that volume does not exist.
model::VolumeIndex volume_of(const model::ClusterSnapshot& cluster, const AssumedStorage& assumed,
                             model::ClaimIndex claim);

// Outcome of a pod's claims on one node. (FindPodVolumes)
struct NodeVolumes {
  bool bound_match = true, unbound_match = true, enough_space = true, volumes_exist = true;
  std::vector<std::pair<model::ClaimIndex, model::VolumeIndex>> to_bind;
  std::vector<model::ClaimIndex> to_provision;

  bool fits() const { return bound_match && unbound_match && enough_space && volumes_exist; }
};
NodeVolumes volumes_on(const model::ClusterSnapshot& cluster, const AssumedStorage& assumed, const PodClaims& claims,
                       model::NodeIndex node);

// False if the driver of the claim's class publishes its capacity and has too little for the claim on the node.
bool has_capacity_for(const model::ClusterSnapshot& cluster, model::ClaimIndex claim, const model::Node& node);

// Describes which part of the pod's volumes the snapshot does not show; empty: none. The volume filters accept such a
// pod.
std::string_view untold_storage(const model::ClusterSnapshot& cluster, const model::Pod& pod);

} // namespace engine
