// SPDX-License-Identifier: Apache-2.0
#include "engine/nodes/storage.hpp"

#include "engine/index.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>

namespace engine {

namespace {

using model::ClaimIndex;
using model::ClusterSnapshot;
using model::VolumeIndex;

template <typename T>
model::Index<T> find_named(const std::vector<T>& sorted, std::string_view name) {
  const auto found = std::ranges::lower_bound(sorted, name, {}, &T::name);
  return found == sorted.end() || found->name != name ? model::k_none : model::Index<T>(found - sorted.begin());
}

template <typename T>
const T* pointer_to(const std::vector<T>& items, model::Index<T> index) {
  return index == model::k_none ? nullptr : &items[at(index)];
}

const model::PersistentVolumeClaim& claim_at(const ClusterSnapshot& cluster, ClaimIndex claim) {
  return cluster.persistent_volume_claims[at(claim)];
}

// A volume's node affinity reads labels only: a field such as metadata.name has an empty value. (CheckNodeAffinity)
bool matches(const model::NodeSelectorTerm& term, const model::Labels& labels) {
  if (term.expressions.empty() && term.fields.empty()) { return false; }
  const bool fields = std::ranges::all_of(term.fields, [](const model::Requirement& field) {
    return field.op == model::SelectorOperator::NotIn && std::ranges::find(field.values, "") == field.values.end();
  });
  return fields && model::matches(term.expressions, labels);
}

bool reachable(const model::PersistentVolume& volume, const model::Node& node) {
  if (!volume.node_terms) { return true; }
  return std::ranges::any_of(*volume.node_terms,
                             [&](const model::NodeSelectorTerm& term) { return matches(term, *node.labels); });
}

// Whether the volume is reserved, by its own claimRef or since, and whether for this claim. (IsVolumeBoundToClaim)
enum class Kept { Free, ForThis, ForOther };

Kept kept_for(const ClusterSnapshot& cluster, const AssumedStorage& assumed, VolumeIndex volume, ClaimIndex claim) {
  if (const ClaimIndex since = assumed.taken_by(volume); since != model::k_none) {
    return since == claim ? Kept::ForThis : Kept::ForOther;
  }
  const std::optional<model::ClaimReference>& reference = cluster.persistent_volumes[at(volume)].claim;
  if (!reference) { return Kept::Free; }
  const model::PersistentVolumeClaim& wanted = claim_at(cluster, claim);
  const bool same = reference->namespace_name == wanted.namespace_name && reference->name == wanted.name &&
                    (reference->uid.empty() || reference->uid == wanted.uid);
  return same ? Kept::ForThis : Kept::ForOther;
}

bool offers_modes(const model::PersistentVolume& volume, const model::PersistentVolumeClaim& claim) {
  return std::ranges::all_of(
      claim.access_modes, [&](std::string_view mode) { return std::ranges::binary_search(volume.access_modes, mode); });
}

// True if the volume is of the claim's kind and large enough.
bool suits(const model::PersistentVolume& volume, const model::PersistentVolumeClaim& claim) {
  return volume.storage_class == claim.storage_class && !volume.terminating && volume.block == claim.block &&
         volume.attributes_class == claim.attributes_class && !(claim.requested && volume.capacity < *claim.requested);
}

bool is_free_for(const model::PersistentVolume& volume, const model::PersistentVolumeClaim& claim) {
  return volume.available && (!claim.selector || model::matches(*claim.selector, *volume.labels)) &&
         offers_modes(volume, claim);
}

// Returns the smallest free volume for the claim that the node reaches. A volume reserved for the claim comes first.
// Among equally large volumes it takes the first by name; the live scheduler's order is undefined. (FindMatchingVolume)
VolumeIndex matching_volume(const ClusterSnapshot& cluster, const AssumedStorage& assumed, ClaimIndex index,
                            const model::Node& node, const NodeVolumes& chosen) {
  const model::PersistentVolumeClaim& claim = claim_at(cluster, index);
  VolumeIndex smallest = model::k_none;
  for (std::size_t i = 0; i < cluster.persistent_volumes.size(); ++i) {
    const model::PersistentVolume& volume = cluster.persistent_volumes[i];
    const auto candidate = static_cast<VolumeIndex>(i);
    if (!suits(volume, claim)) { continue; }
    if (std::ranges::find(chosen.to_bind, candidate, [](const auto& pair) { return pair.second; }) !=
        chosen.to_bind.end()) {
      continue;
    }
    const Kept kept = kept_for(cluster, assumed, candidate, index);
    if (kept == Kept::ForOther) { continue; }
    if (kept == Kept::ForThis) { return reachable(volume, node) ? candidate : model::k_none; }
    if (!is_free_for(volume, claim) || !reachable(volume, node)) { continue; }
    if (smallest == model::k_none || volume.capacity < cluster.persistent_volumes[at(smallest)].capacity) {
      smallest = candidate;
    }
  }
  return smallest;
}

bool in_topology(const model::StorageClass& storage_class, const model::Node& node) {
  if (storage_class.allowed_topologies.empty()) { return true; }
  return std::ranges::any_of(storage_class.allowed_topologies, [&](const model::Selector& term) {
    return !term.empty() && model::matches(term, *node.labels);
  });
}

// Checks each claim by itself; it does not add up the claims of one pod or of several. (hasEnoughCapacity)
bool enough_capacity(const ClusterSnapshot& cluster, const model::PersistentVolumeClaim& claim,
                     const model::StorageClass& storage_class, const model::Node& node) {
  if (!claim.requested) { return true; }
  const model::CsiDriver* driver = find_csi_driver(cluster, storage_class.provisioner);
  if (driver == nullptr || !driver->storage_capacity) { return true; }
  const std::int64_t bytes = claim.requested->value();
  return std::ranges::any_of(cluster.csi_storage_capacities, [&](const model::CsiStorageCapacity& capacity) {
    return capacity.storage_class == storage_class.name && capacity.largest && capacity.largest->value() >= bytes &&
           capacity.nodes && model::matches(*capacity.nodes, *node.labels);
  });
}

constexpr std::string_view k_no_provisioner = "kubernetes.io/no-provisioner";

// (checkVolumeProvisions)
void check_provisions(const ClusterSnapshot& cluster, const std::vector<ClaimIndex>& claims, const model::Node& node,
                      NodeVolumes& volumes) {
  volumes.unbound_match = true;
  for (const ClaimIndex index : claims) {
    const model::PersistentVolumeClaim& claim = claim_at(cluster, index);
    const model::StorageClass* storage_class = find_storage_class(cluster, claim.storage_class);
    if (storage_class == nullptr || storage_class->provisioner.empty() ||
        storage_class->provisioner == k_no_provisioner || !in_topology(*storage_class, node)) {
      volumes.unbound_match = false;
      return;
    }
    if (!enough_capacity(cluster, claim, *storage_class, node)) {
      volumes.enough_space = false;
      return;
    }
    volumes.to_provision.push_back(index);
  }
}

// (checkBoundClaims: the first claim that fails decides)
void check_bound(const ClusterSnapshot& cluster, const AssumedStorage& assumed, const PodClaims& claims,
                 const model::Node& node, NodeVolumes& volumes) {
  for (const ClaimIndex claim : claims.bound) {
    const VolumeIndex volume = volume_of(cluster, assumed, claim);
    if (volume == model::k_none) {
      volumes.volumes_exist = false;
      return;
    }
    if (!reachable(cluster.persistent_volumes[at(volume)], node)) {
      volumes.bound_match = false;
      return;
    }
  }
}

std::optional<model::NodeIndex> selected_node(const ClusterSnapshot& cluster, const AssumedStorage& assumed,
                                              ClaimIndex claim) {
  const AssumedStorage::Claim* since = assumed.find(claim);
  if (since != nullptr && since->volume == model::k_none) { return since->node; }
  const auto& annotated = claim_at(cluster, claim).selected_node;
  if (!annotated) { return std::nullopt; }
  return cluster.find_node(*annotated); // k_none: the node no longer exists
}

bool is_bound(const ClusterSnapshot& cluster, const AssumedStorage& assumed, ClaimIndex claim) {
  if (claim_at(cluster, claim).bound()) { return true; }
  const AssumedStorage::Claim* since = assumed.find(claim);
  return since != nullptr && since->bound && since->volume != model::k_none;
}

// Returns why the pod cannot use the claim; empty if it can. (podHasPVCs)
std::string unusable(const ClusterSnapshot& cluster, const model::Pod& pod, const model::Volume& volume,
                     const std::string& name, ClaimIndex index) {
  const bool ephemeral = volume.kind == "ephemeral";
  if (index == model::k_none) {
    return ephemeral ? util::concat("waiting for ephemeral volume controller to create the persistentvolumeclaim \"",
                                    name, '"')
                     : util::concat("persistentvolumeclaim \"", name, "\" not found");
  }
  const model::PersistentVolumeClaim& claim = claim_at(cluster, index);
  if (claim.lost) {
    return util::concat("persistentvolumeclaim \"", name, "\" bound to non-existent persistentvolume \"",
                        claim.volume_name, '"');
  }
  if (claim.terminating) { return util::concat("persistentvolumeclaim \"", name, "\" is being deleted"); }
  if (ephemeral && !claim.made_for_pod && (claim.owner_uid.empty() || claim.owner_uid != pod.uid)) {
    return util::concat("PVC ", claim.namespace_name, '/', name, " was not created for pod ", pod.namespace_name, '/',
                        pod.name, " (pod is not owner)");
  }
  return {};
}

// True if the controller of volumes binds the claim within seconds, before the pod has a node. (pv_controller.go,
// syncUnboundClaim)
bool is_bound_soon(const ClusterSnapshot& cluster, ClaimIndex index) {
  const model::PersistentVolumeClaim& claim = claim_at(cluster, index);
  if (claim.lost || claim.terminating) { return false; }
  const model::StorageClass* const of_claim = find_storage_class(cluster, claim.storage_class);
  if (of_claim != nullptr && of_claim->wait_for_first_consumer && claim.volume_name.empty()) { return false; }
  for (std::size_t i = 0; i < cluster.persistent_volumes.size(); ++i) {
    const model::PersistentVolume& volume = cluster.persistent_volumes[i];
    if (!suits(volume, claim) || (!claim.volume_name.empty() && claim.volume_name != volume.name)) { continue; }
    const Kept kept = kept_for(cluster, AssumedStorage(), static_cast<VolumeIndex>(i), index);
    if (kept == Kept::ForThis || (kept == Kept::Free && is_free_for(volume, claim))) { return true; }
  }
  return false;
}

// True for in-tree plugins whose volumes a CSI driver handles if the node's CSINode lists them.
bool may_be_migrated(std::string_view source) {
  constexpr std::array<std::string_view, 6> k_moved = {"awsElasticBlockStore", "azureDisk",      "cinder",
                                                       "gcePersistentDisk",    "portworxVolume", "vsphereVolume"};
  return std::ranges::find(k_moved, source) != k_moved.end();
}

// True if the CSI driver of the claim's volume, or of its class, keeps pods off nodes without the driver.
bool driver_must_be_installed(const ClusterSnapshot& cluster, const model::PersistentVolumeClaim& claim) {
  const VolumeIndex volume = find_volume(cluster, claim.volume_name);
  const model::StorageClass* const of_claim = find_storage_class(cluster, claim.storage_class);
  const std::string_view name = volume != model::k_none ? cluster.persistent_volumes[at(volume)].driver
                                : of_claim != nullptr   ? of_claim->provisioner
                                                        : std::string_view();
  const model::CsiDriver* const driver = find_csi_driver(cluster, name);
  return driver != nullptr && driver->must_be_installed;
}

} // namespace

ClaimIndex find_claim(const ClusterSnapshot& cluster, std::string_view namespace_name, std::string_view name) {
  const auto key = [](const model::PersistentVolumeClaim& claim) {
    return std::pair(claim.namespace_name, claim.name);
  };
  const auto& claims = cluster.persistent_volume_claims;
  const auto found = std::ranges::lower_bound(claims, std::pair(namespace_name, name), {}, key);
  const bool there = found != claims.end() && found->namespace_name == namespace_name && found->name == name;
  return there ? static_cast<ClaimIndex>(found - claims.begin()) : model::k_none;
}

VolumeIndex find_volume(const ClusterSnapshot& cluster, std::string_view name) {
  return find_named(cluster.persistent_volumes, name);
}

const model::StorageClass* find_storage_class(const ClusterSnapshot& cluster, std::string_view name) {
  return pointer_to(cluster.storage_classes, find_named(cluster.storage_classes, name));
}

const model::CsiNode* find_csi_node(const ClusterSnapshot& cluster, std::string_view name) {
  return pointer_to(cluster.csi_nodes, find_named(cluster.csi_nodes, name));
}

const model::CsiDriver* find_csi_driver(const ClusterSnapshot& cluster, std::string_view name) {
  return pointer_to(cluster.csi_drivers, find_named(cluster.csi_drivers, name));
}

const InTreePlugin* find_in_tree_plugin(std::string_view name) {
  static constexpr std::array<InTreePlugin, 7> k_plugins = {{
      {"awsElasticBlockStore", "kubernetes.io/aws-ebs", "ebs.csi.aws.com", true, true},
      {"azureDisk", "kubernetes.io/azure-disk", "disk.csi.azure.com", true, true},
      {"azureFile", "kubernetes.io/azure-file", "file.csi.azure.com", false, true},
      {"cinder", "kubernetes.io/cinder", "cinder.csi.openstack.org", true, true},
      {"gcePersistentDisk", "kubernetes.io/gce-pd", "pd.csi.storage.gke.io", true, true},
      {"portworxVolume", "kubernetes.io/portworx-volume", "pxd.portworx.com", true, false},
      {"vsphereVolume", "kubernetes.io/vsphere-volume", "csi.vsphere.vmware.com", false, true},
  }};
  const auto found = std::ranges::find_if(
      k_plugins, [&](const InTreePlugin& plugin) { return plugin.source == name || plugin.provisioner == name; });
  return found == k_plugins.end() ? nullptr : &*found;
}

bool holds_csi_nodes(const ClusterSnapshot& cluster) { return cluster.lists_storage || !cluster.csi_nodes.empty(); }

std::string claim_name(const model::Pod& pod, const model::Volume& volume) {
  return volume.kind == "ephemeral" ? util::concat(pod.name, '-', volume.name) : std::string(volume.reference);
}

bool has_claims(const model::PodSpec& spec) { return std::ranges::any_of(spec.volumes, is_claimed); }

bool has_own_claims(const model::PodSpec& spec) {
  return std::ranges::find(spec.volumes, "ephemeral", &model::Volume::kind) != spec.volumes.end();
}

// ---- assumed allocations ----------------------------------------------------------------------------------------

const AssumedStorage::Claim* AssumedStorage::find(ClaimIndex claim) const {
  const auto found = m_claims.find(claim);
  return found == m_claims.end() ? nullptr : &found->second;
}

ClaimIndex AssumedStorage::taken_by(VolumeIndex volume) const {
  const auto found = m_taken.find(volume);
  return found == m_taken.end() ? model::k_none : found->second;
}

void AssumedStorage::assume(model::PodIndex pod, ClaimIndex claim, Claim state) {
  m_of_pod[pod].push_back(claim);
  if (!m_claims.emplace(claim, state).second) { return; } // another pod that uses the claim reserved it
  if (state.volume != model::k_none) { m_taken[state.volume] = claim; }
}

AssumedStorage::Bound AssumedStorage::bind(model::PodIndex pod) {
  Bound bound;
  const auto reserved = m_of_pod.find(pod);
  if (reserved == m_of_pod.end()) { return bound; }
  for (const ClaimIndex claim : reserved->second) {
    const auto found = m_claims.find(claim);
    if (found == m_claims.end()) { continue; }
    found->second.bound = true;
    (found->second.volume == model::k_none ? bound.provisioned : bound.volumes) = true;
  }
  m_of_pod.erase(reserved);
  return bound;
}

void AssumedStorage::forget(model::PodIndex pod) {
  const auto reserved = m_of_pod.find(pod);
  if (reserved == m_of_pod.end()) { return; }
  for (const ClaimIndex claim : reserved->second) {
    const auto found = m_claims.find(claim);
    if (found == m_claims.end() || found->second.bound) { continue; }
    m_taken.erase(found->second.volume);
    m_claims.erase(found);
  }
  m_of_pod.erase(reserved);
}

void AssumedStorage::forget_reserved() {
  while (!m_of_pod.empty()) { forget(m_of_pod.begin()->first); }
}

void AssumedStorage::renumber(const std::function<model::NodeIndex(model::NodeIndex)>& of_old) {
  for (auto& [claim, state] : m_claims) {
    if (state.node != model::k_none) { state.node = of_old(state.node); }
  }
}

// ---- a pod's claims --------------------------------------------------------------------------------------------

PodClaims claims_of(const ClusterSnapshot& cluster, const AssumedStorage& assumed, const model::Pod& pod) {
  PodClaims claims;
  bool immediate = false;
  for (const model::Volume& volume : pod.spec->volumes) {
    if (!is_claimed(volume)) { continue; }
    const std::string name = claim_name(pod, volume);
    const ClaimIndex index = find_claim(cluster, pod.namespace_name, name);
    claims.refused = unusable(cluster, pod, volume, name, index);
    if (!claims.refused.empty()) { return claims; }
    if (is_bound(cluster, assumed, index)) {
      claims.bound.push_back(index);
      continue;
    }
    const model::PersistentVolumeClaim& claim = claim_at(cluster, index);
    const model::StorageClass* storage_class = find_storage_class(cluster, claim.storage_class);
    const bool waits = storage_class != nullptr && storage_class->wait_for_first_consumer && claim.volume_name.empty();
    if (waits) { claims.delayed.push_back(index); }
    immediate = immediate || !waits;
  }
  if (immediate) { claims.refused = "pod has unbound immediate PersistentVolumeClaims"; }
  return claims;
}

VolumeIndex volume_of(const ClusterSnapshot& cluster, const AssumedStorage& assumed, ClaimIndex claim) {
  if (claim_at(cluster, claim).bound()) { return find_volume(cluster, claim_at(cluster, claim).volume_name); }
  const AssumedStorage::Claim* since = assumed.find(claim);
  return since == nullptr ? model::k_none : since->volume;
}

NodeVolumes volumes_on(const ClusterSnapshot& cluster, const AssumedStorage& assumed, const PodClaims& claims,
                       model::NodeIndex index) {
  NodeVolumes volumes;
  const model::Node& node = cluster.nodes[at(index)];
  check_bound(cluster, assumed, claims, node, volumes);
  std::vector<ClaimIndex> to_match, to_provision;
  for (const ClaimIndex claim : claims.delayed) {
    const std::optional<model::NodeIndex> selected = selected_node(cluster, assumed, claim);
    if (selected && *selected != index) {
      volumes.unbound_match = false;
      return volumes;
    }
    (selected ? to_provision : to_match).push_back(claim);
  }
  // Smallest requests first, so that they take the smallest volumes. (byPVCSize)
  std::ranges::stable_sort(
      to_match, {}, [&](ClaimIndex claim) { return claim_at(cluster, claim).requested.value_or(model::Quantity()); });
  for (const ClaimIndex claim : to_match) {
    const VolumeIndex volume = matching_volume(cluster, assumed, claim, node, volumes);
    if (volume == model::k_none) {
      to_provision.push_back(claim);
    } else {
      volumes.to_bind.emplace_back(claim, volume);
    }
  }
  if (!to_provision.empty()) { check_provisions(cluster, to_provision, node, volumes); }
  return volumes;
}

bool has_capacity_for(const ClusterSnapshot& cluster, ClaimIndex index, const model::Node& node) {
  const model::PersistentVolumeClaim& claim = claim_at(cluster, index);
  const model::StorageClass* const storage_class = find_storage_class(cluster, claim.storage_class);
  return storage_class == nullptr || enough_capacity(cluster, claim, *storage_class, node);
}

std::string_view untold_storage(const ClusterSnapshot& cluster, const model::Pod& pod) {
  if (!has_claims(*pod.spec)) { return {}; }
  // Objects of the manifest do not show that the input holds those of the cluster.
  const auto lacks = [&](const auto& list) {
    return !cluster.lists_storage && std::ranges::all_of(list, [](const auto& item) { return item.from_manifest; });
  };
  for (const model::Volume& volume : pod.spec->volumes) {
    if (!is_claimed(volume)) { continue; }
    const ClaimIndex index = find_claim(cluster, pod.namespace_name, claim_name(pod, volume));
    if (index == model::k_none) {
      if (lacks(cluster.persistent_volume_claims)) { return "claims for volumes that the input does not hold"; }
      continue;
    }
    const model::PersistentVolumeClaim& claim = claim_at(cluster, index);
    if (claim.undecided) { return "claims whose volumes a controller chooses or makes first"; }
    if (!holds_csi_nodes(cluster) && driver_must_be_installed(cluster, claim)) {
      return "claims of drivers whose CSINodes the input does not hold";
    }
    if (claim.bound()) {
      const VolumeIndex bound_to = find_volume(cluster, claim.volume_name);
      if (bound_to == model::k_none) {
        if (lacks(cluster.persistent_volumes)) { return "claims bound to volumes that the input does not hold"; }
        continue;
      }
      // On a node with the plugin migrated, Kubernetes compares the driver's own topology labels, not the volume's
      // zone.
      const model::PersistentVolume& there = cluster.persistent_volumes[at(bound_to)];
      const bool migrated =
          std::ranges::any_of(cluster.csi_nodes, [](const auto& node) { return !node.migrated.empty(); });
      if (may_be_migrated(there.source) && migrated && there.node_terms) {
        return "volumes of in-tree plugins that were migrated to CSI";
      }
      continue;
    }
    const model::StorageClass* const of_claim = find_storage_class(cluster, claim.storage_class);
    if (of_claim == nullptr && !claim.storage_class.empty() && lacks(cluster.storage_classes)) {
      return "claims of storage classes that the input does not hold";
    }
    const std::string name = claim_name(pod, volume);
    if (unusable(cluster, pod, volume, name, index).empty() && is_bound_soon(cluster, index)) {
      return "claims whose volumes a controller chooses or makes first";
    }
    const bool provisions = of_claim != nullptr && of_claim->wait_for_first_consumer && claim.volume_name.empty() &&
                            of_claim->provisioner != k_no_provisioner;
    if (provisions && claim.has_source) { // (external-provisioner, Provision; volume populators)
      return "claims whose volumes are made from a snapshot or another claim";
    }
    if (provisions && claim.selector) { // (external-provisioner, Provision: claim Selector is not supported)
      return "claims with a selector, for which a provisioner may make no volume";
    }
    if (provisions && !claim.attributes_class.empty()) {
      return "claims of VolumeAttributesClasses, which are not read";
    }
    // (volumebinding, hasEnoughCapacity) Without any object of its class, no node has enough.
    const model::CsiDriver* const driver = provisions ? find_csi_driver(cluster, of_claim->provisioner) : nullptr;
    if (driver != nullptr && driver->storage_capacity && !cluster.lists_storage &&
        cluster.csi_storage_capacities.empty()) {
      return "claims of drivers whose CSIStorageCapacities the input does not hold";
    }
  }
  return {};
}

} // namespace engine
