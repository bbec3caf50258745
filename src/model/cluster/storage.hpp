// SPDX-License-Identifier: Apache-2.0
// Storage claims and the objects that satisfy them, reduced to what the volume filters read. Strings are views into
// the snapshot's StringPool.
#pragma once

#include "model/cluster/pod.hpp"
#include "model/values/index.hpp"
#include "model/values/labels.hpp"
#include "model/values/quantity.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace model {

using ClaimIndex = Index<struct PersistentVolumeClaim>; // into ClusterSnapshot::persistent_volume_claims
using VolumeIndex = Index<struct PersistentVolume>;     // into ClusterSnapshot::persistent_volumes

struct PersistentVolumeClaim {
  std::string_view namespace_name, name, uid;
  std::string_view owner_uid;     // of the controlling owner; empty: none
  std::string_view storage_class; // the legacy annotation, else spec.storageClassName; empty: none
  std::string_view volume_name;   // spec.volumeName
  bool bind_completed = false;    // annotation pv.kubernetes.io/bind-completed
  bool lost = false;              // status.phase Lost
  bool terminating = false;
  bool block = false;                            // volumeMode Block; otherwise Filesystem
  std::optional<std::string_view> selected_node; // annotation volume.kubernetes.io/selected-node
  std::vector<std::string_view> access_modes;    // sorted
  std::optional<Quantity> requested;             // bytes
  std::optional<Selector> selector;              // of volumes; absent: any
  std::string_view attributes_class;             // spec.volumeAttributesClassName
  bool has_source = false;                       // spec.dataSource or dataSourceRef: a snapshot, another claim, …
  bool names_class = false;                      // even if the class is "", which takes no default class
  // dry-run: the manifest makes it. The volume controllers, which act within seconds, have not seen it yet.
  bool from_manifest = false;
  bool undecided = false; // dry-run: the input does not show which volume they choose or make
  // dry-run: the ephemeral volume controller makes it for a pod of the manifest, which has no uid yet.
  bool made_for_pod = false;

  // Fully bound, as the scheduler defines it. (volumebinding, isPVCFullyBound)
  bool bound() const { return !volume_name.empty() && bind_completed; }
  friend bool operator==(const PersistentVolumeClaim&, const PersistentVolumeClaim&) = default;
};

// A volume's spec.claimRef.
struct ClaimReference {
  std::string_view namespace_name, name, uid;
  friend bool operator==(const ClaimReference&, const ClaimReference&) = default;
};

struct PersistentVolume {
  std::string_view name;
  const Labels* labels = nullptr; // never null, shared
  std::string_view storage_class; // the legacy annotation, else spec.storageClassName; empty: none
  std::string_view source;        // the field of its type: csi, awsElasticBlockStore, local, …; empty: none
  std::string_view driver;        // csi only
  std::string_view handle;        // csi: volumeHandle; disks of plugins that moved to CSI: their id
  bool available = false;         // status.phase Available
  bool terminating = false;
  bool block = false;                                      // volumeMode Block; otherwise Filesystem
  Quantity capacity;                                       // bytes
  std::vector<std::string_view> access_modes;              // sorted
  std::optional<std::vector<NodeSelectorTerm>> node_terms; // nodeAffinity.required; ORed
  std::optional<ClaimReference> claim;
  std::string_view attributes_class; // spec.volumeAttributesClassName
  bool from_manifest = false;
  friend bool operator==(const PersistentVolume&, const PersistentVolume&) = default;
};

struct StorageClass {
  std::string_view name, provisioner;
  bool wait_for_first_consumer = false;     // volumeBindingMode; otherwise Immediate
  std::vector<Selector> allowed_topologies; // ORed; none: everywhere; an empty term matches nothing
  bool is_default = false;                  // of claims without a class; read for new claims only
  bool from_manifest = false;
  friend bool operator==(const StorageClass&, const StorageClass&) = default;
};

struct CsiNodeDriver {
  std::string_view name;
  std::int32_t attachable = 0; // allocatable.count
  friend bool operator==(const CsiNodeDriver&, const CsiNodeDriver&) = default;
};

struct CsiNode {
  std::string_view name;
  std::vector<CsiNodeDriver> limits;          // drivers that limit the number of attached volumes on the node
  std::vector<std::string_view> migrated;     // annotation storage.alpha.kubernetes.io/migrated-plugins, sorted
  std::vector<std::string_view> drivers = {}; // all that are installed on the node
  friend bool operator==(const CsiNode&, const CsiNode&) = default;
};

struct CsiDriver {
  std::string_view name;
  bool storage_capacity = false; // it publishes CSIStorageCapacity objects
  bool attach_required = true;   // its volumes are attached to nodes; no filter reads it
  bool inline_volumes = false;   // volumeLifecycleModes has Ephemeral; no filter reads it
  // preventPodSchedulingIfMissing: pods with its volumes need a node with the driver. API servers drop the field while
  // VolumeLimitScaling is off, as it is by default before 1.37.
  bool must_be_installed = false;
  friend bool operator==(const CsiDriver&, const CsiDriver&) = default;
};

struct CsiStorageCapacity {
  std::string_view namespace_name, name, storage_class;
  std::optional<Selector> nodes;      // nodeTopology; absent: reachable from none
  std::optional<Quantity> largest;    // maximumVolumeSize, else capacity; bytes
  std::optional<Quantity> total = {}; // capacity; bytes
  friend bool operator==(const CsiStorageCapacity&, const CsiStorageCapacity&) = default;
};

struct VolumeAttachment {
  std::string_view name, node_name, attacher;
  std::string_view volume_name; // empty: of an inline volume
  friend bool operator==(const VolumeAttachment&, const VolumeAttachment&) = default;
};

} // namespace model
