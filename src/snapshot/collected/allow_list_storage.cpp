// SPDX-License-Identifier: Apache-2.0
// Fields of volumes, their claims and classes, and of devices.
#include "snapshot/collected/allow_list_rows.hpp"

namespace snapshot::allowed {

namespace {

// clang-format off
// ---- storage ---------------------------------------------------------------------------------------------------------

constexpr Allowed k_claim[] = {
    {"", Branch, k_identity}, {"", Branch, k_owner_uid},
    {"metadata.annotations.'pv.kubernetes.io/bind-completed'", Plain},
    {"metadata.annotations.'volume.kubernetes.io/selected-node'", Name},
    {"metadata.annotations.'volume.beta.kubernetes.io/storage-class'", Name},
    {"spec.storageClassName", Name},
    {"spec.volumeName", Name},
    {"spec.volumeMode", Plain},
    {"spec.accessModes[]", Plain},
    {"spec.selector", Branch, k_label_selector},
    {"spec.volumeAttributesClassName", Name},
    {"spec.dataSource.kind", Plain},
    {"spec.dataSourceRef.kind", Plain},
    {"spec.resources.requests.storage", Plain},
    {"status.phase", Plain},
};
constexpr Allowed k_volume_object[] = {
    {"", Branch, k_labels},
    {"metadata.deletionTimestamp", Plain},
    {"metadata.annotations.'volume.beta.kubernetes.io/storage-class'", Name},
    {"spec.storageClassName", Name},
    {"spec.volumeMode", Plain},
    {"spec.accessModes[]", Plain},
    {"spec.volumeAttributesClassName", Name},
    {"spec.capacity.storage", Plain},
    {"spec.nodeAffinity.required", Branch, k_node_selector},
    {"spec.claimRef.namespace", Namespace},
    {"spec.claimRef.name", Name},
    {"spec.claimRef.uid", Uid},
    {"spec.csi.driver", Qualified},
    {"spec.csi.volumeHandle", Name},
    {"spec.awsElasticBlockStore.volumeID", Name},
    {"spec.azureDisk.diskURI", Name},
    {"spec.cinder.volumeID", Name},
    {"spec.gcePersistentDisk.pdName", Name},
    {"spec.azureFile", Presence},
    {"spec.cephfs", Presence},
    {"spec.fc", Presence},
    {"spec.flexVolume", Presence},
    {"spec.flocker", Presence},
    {"spec.glusterfs", Presence},
    {"spec.hostPath", Presence},
    {"spec.iscsi", Presence},
    {"spec.local", Presence},
    {"spec.nfs", Presence},
    {"spec.photonPersistentDisk", Presence},
    {"spec.portworxVolume", Presence},
    {"spec.quobyte", Presence},
    {"spec.rbd", Presence},
    {"spec.scaleIO", Presence},
    {"spec.storageos", Presence},
    {"spec.vsphereVolume", Presence},
    {"status.phase", Plain},
};
constexpr Allowed k_storage_class[] = {
    {"metadata.annotations.'storageclass.kubernetes.io/is-default-class'", Plain},
    {"metadata.annotations.'storageclass.beta.kubernetes.io/is-default-class'", Plain},
    {"provisioner", Qualified},
    {"volumeBindingMode", Plain},
    {"allowedTopologies[].matchLabelExpressions[].key", Key},
    {"allowedTopologies[].matchLabelExpressions[].values[]", LabelValue},
};
constexpr Allowed k_csi_node[] = {
    {"metadata.annotations.'storage.alpha.kubernetes.io/migrated-plugins'", Plain},
    {"spec.drivers[].name", Qualified},
    {"spec.drivers[].allocatable.count", Plain},
};
constexpr Allowed k_csi_driver[] = {
    {"metadata.name", Qualified},
    {"spec.storageCapacity", Plain},
    {"spec.attachRequired", Plain},
    {"spec.volumeLifecycleModes[]", Plain},
    {"spec.preventPodSchedulingIfMissing", Plain},
};
constexpr Allowed k_csi_storage_capacity[] = {
    {"storageClassName", Name},
    {"nodeTopology", Branch, k_label_selector},
    {"capacity", Plain},
    {"maximumVolumeSize", Plain},
};
constexpr Allowed k_volume_attachment[] = {
    {"spec.nodeName", Name},
    {"spec.attacher", Qualified},
    {"spec.source.persistentVolumeName", Name},
};

// ---- devices ---------------------------------------------------------------------------------------------------------

constexpr Allowed k_device_selector[] = {{"cel.expression", Expression}};
constexpr Allowed k_device_request[] = {
    {"deviceClassName", Qualified},
    {"count", Plain},
    {"selectors[]", Branch, k_device_selector},
    {"allocationMode", Plain},
    {"adminAccess", Plain},
    {"capacity", Presence},
};
constexpr Allowed k_claim_spec[] = {
    {"devices.requests[].name", Name},
    {"devices.requests[].firstAvailable[].name", Name},
    {"devices.requests[].firstAvailable[]", Branch, k_device_request},
    {"devices.requests[]", Branch, k_device_request},
    {"devices.requests[].exactly", Branch, k_device_request},
    {"devices.constraints[].matchAttribute", Attribute},
    {"devices.constraints[].requests[]", Name},
};
constexpr Allowed k_claim_template[] = {{"spec.spec", Branch, k_claim_spec}};
constexpr Allowed k_resource_claim[] = {
    {"", Branch, k_identity}, {"", Branch, k_owner_uid},
    {"spec", Branch, k_claim_spec},
    {"status.allocation.nodeSelector", Branch, k_node_selector},
    {"status.allocation.devices.results[].request", Name},
    {"status.allocation.devices.results[].driver", Qualified},
    {"status.allocation.devices.results[].pool", Name},
    {"status.allocation.devices.results[].device", Name},
    {"status.allocation.devices.results[].adminAccess", Plain},
    {"status.allocation.devices.results[].bindingConditions", Presence},
    {"status.allocation.allocationTimestamp", Plain},
    {"status.reservedFor[].uid", Uid},
};
constexpr Allowed k_device[] = {
    {"attributes{Attribute}.string", Name},
    {"attributes{Attribute}.int", Plain},
    {"attributes{Attribute}.bool", Plain},
    {"attributes{Attribute}.version", Plain},
    {"capacity{Attribute}.value", Plain},
    {"consumesCounters", Presence},
    {"allowMultipleAllocations", Presence},
    {"taints[].effect", Plain},
    {"bindingConditions", Presence},
    {"nodeAllocatableResourceMappings", Presence},
};
constexpr Allowed k_resource_slice[] = {
    {"spec.driver", Qualified},
    {"spec.pool.name", Name},
    {"spec.pool.generation", Plain},
    {"spec.pool.resourceSliceCount", Plain},
    {"spec.nodeName", Name},
    {"spec.allNodes", Plain},
    {"spec.nodeSelector", Branch, k_node_selector},
    {"spec.perDeviceNodeSelection", Plain},
    {"spec.sharedCounters[]", Presence},
    {"spec.devices[].name", Name},
    {"spec.devices[]", Branch, k_device},
    {"spec.devices[].basic", Branch, k_device},
};
constexpr Allowed k_device_class[] = {
    {"metadata.name", Qualified},
    {"spec.selectors[]", Branch, k_device_selector},
    {"spec.extendedResourceName", Qualified},
};
constexpr Allowed k_device_taint_rule[] = {
    {"spec.deviceSelector.driver", Qualified},
    {"spec.deviceSelector.pool", Name},
    {"spec.deviceSelector.device", Name},
    {"spec.taint.effect", Plain},
};

constexpr KindRows k_storage_kinds[] = {
    {"",                       "PersistentVolumeClaim", true,  k_claim},
    {"",                       "PersistentVolume",      false, k_volume_object},
    {"storage.k8s.io",         "StorageClass",          false, k_storage_class},
    {"storage.k8s.io",         "CSINode",               false, k_csi_node},
    {"storage.k8s.io",         "CSIDriver",             false, k_csi_driver},
    {"storage.k8s.io",         "CSIStorageCapacity",    true,  k_csi_storage_capacity},
    {"storage.k8s.io",         "VolumeAttachment",      false, k_volume_attachment},
    {"resource.k8s.io",        "ResourceClaim",         true,  k_resource_claim},
    {"resource.k8s.io",        "ResourceClaimTemplate", true,  k_claim_template},
    {"resource.k8s.io",        "ResourceSlice",         false, k_resource_slice},
    {"resource.k8s.io",        "DeviceClass",           false, k_device_class},
    {"resource.k8s.io",        "DeviceTaintRule",       false, k_device_taint_rule},
};
// clang-format on

} // namespace

std::span<const KindRows> storage_kinds() { return k_storage_kinds; }

} // namespace snapshot::allowed
