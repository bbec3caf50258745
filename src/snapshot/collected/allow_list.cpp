// SPDX-License-Identifier: Apache-2.0
// The table of fields that a snapshot contains.
#include "snapshot/collected/allow_list.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <deque>

namespace snapshot {

namespace {

using enum Content;

// clang-format off

// ---- fields of several kinds -----------------------------------------------------------------------------------------

constexpr Allowed k_allowed_name[] = {{"metadata.name", Name}};
constexpr Allowed k_namespaced[] = {{"metadata.namespace", Namespace}};

// Times that count for "now", in all kinds except Event.
constexpr Allowed k_times[] = {{"metadata.creationTimestamp", Seen}, {"metadata.managedFields[].time", Seen}};

// Fields that some kinds need in addition.
constexpr Allowed k_labels[] = {{"metadata.labels{Key}", LabelValue}};
constexpr Allowed k_created[] = {{"metadata.creationTimestamp", Time}};
constexpr Allowed k_identity[] = {{"metadata.uid", Uid}, {"metadata.deletionTimestamp", Plain}};
constexpr Allowed k_owner[] = {
    {"metadata.ownerReferences[].apiVersion", Plain},
    {"metadata.ownerReferences[].kind", Plain},
    {"metadata.ownerReferences[].name", Name},
    {"metadata.ownerReferences[].controller", Plain},
};
// Shows which pod a claim belongs to.
constexpr Allowed k_owner_uid[] = {
    {"metadata.ownerReferences[].uid", Uid},
    {"metadata.ownerReferences[].controller", Plain},
};

constexpr Allowed k_requirement[] = {{"key", Key}, {"operator", Operator}, {"values[]", LabelValue}};
constexpr Allowed k_label_selector[] = {
    {"matchLabels{Key}", LabelValue},
    {"matchExpressions[]", Branch, k_requirement},
};
constexpr Allowed k_node_term[] = {
    {"matchExpressions[]", Branch, k_requirement},
    {"matchFields[]", Branch, k_requirement},
};
constexpr Allowed k_node_selector[] = {{"nodeSelectorTerms[]", Branch, k_node_term}};
constexpr Allowed k_taint[] = {{"key", Key}, {"value", LabelValue}, {"effect", Plain}};
constexpr Allowed k_toleration[] = {{"key", Key}, {"operator", Plain}, {"value", LabelValue}, {"effect", Plain}};

constexpr Allowed k_requests[] = {{"requests{Qualified}", Plain}};
constexpr Allowed k_resources[] = {{"requests{Qualified}", Plain}, {"limits{Qualified}", Plain}};

// ---- pods ------------------------------------------------------------------------------------------------------------

constexpr Allowed k_container[] = {
    {"name", Name},
    {"image", Image},
    {"resources", Branch, k_resources},
    {"ports[].hostPort", Plain},
    {"ports[].containerPort", Plain}, // the host port under hostNetwork
    {"ports[].hostIP", Address},
    {"ports[].protocol", Plain},
    {"restartPolicyRules[].action", Plain},
};
constexpr Allowed k_affinity_term[] = {
    {"labelSelector", Branch, k_label_selector},
    {"namespaceSelector", Branch, k_label_selector},
    {"namespaces[]", Namespace},
    {"topologyKey", Key}, // the selector of a stored pod already includes matchLabelKeys and mismatchLabelKeys
};
constexpr Allowed k_pod_affinity[] = {
    {"requiredDuringSchedulingIgnoredDuringExecution[]", Branch, k_affinity_term},
    {"preferredDuringSchedulingIgnoredDuringExecution[].weight", Plain},
    {"preferredDuringSchedulingIgnoredDuringExecution[].podAffinityTerm", Branch, k_affinity_term},
};
constexpr Allowed k_node_affinity[] = {
    {"requiredDuringSchedulingIgnoredDuringExecution", Branch, k_node_selector},
    {"preferredDuringSchedulingIgnoredDuringExecution[].weight", Plain},
    {"preferredDuringSchedulingIgnoredDuringExecution[].preference", Branch, k_node_term},
};
constexpr Allowed k_spread[] = {
    {"maxSkew", Plain},
    {"topologyKey", Key},
    {"whenUnsatisfiable", Plain},
    {"labelSelector", Branch, k_label_selector},
    {"minDomains", Plain},
    {"nodeAffinityPolicy", Plain},
    {"nodeTaintsPolicy", Plain},
    {"matchLabelKeys[]", Key},
};
// Leaves out secrets, config maps and projections, which cannot hold a pod back.
constexpr Allowed k_volume[] = {
    {"name", Name},
    {"persistentVolumeClaim.claimName", Name},
    {"persistentVolumeClaim.readOnly", Plain},
    {"ephemeral", Presence},
    {"csi.driver", Qualified},
    {"csi.readOnly", Plain},
    {"gcePersistentDisk.pdName", Name},
    {"gcePersistentDisk.readOnly", Plain},
    {"awsElasticBlockStore.volumeID", Name},
    {"awsElasticBlockStore.readOnly", Plain},
    {"azureDisk.diskURI", Name},
    {"azureDisk.readOnly", Plain},
    {"cinder.volumeID", Name},
    {"cinder.readOnly", Plain},
    {"iscsi.targetPortal", Name},
    {"iscsi.iqn", Name},
    {"iscsi.lun", Plain},
    {"iscsi.readOnly", Plain},
    {"rbd.monitors[]", Name},
    {"rbd.pool", Name},
    {"rbd.image", Name},
    {"rbd.readOnly", Plain},
};
constexpr Allowed k_condition[] = {
    {"type", Plain},
    {"status", Plain},
    {"reason", Plain},
    {"message", Message},
    {"lastTransitionTime", Time},
};
constexpr Allowed k_granted[] = {
    {"name", Name},
    {"resources", Branch, k_requests},
    {"allocatedResources{Qualified}", Plain},
};
constexpr Allowed k_pod[] = {
    {"", Branch, k_labels}, {"", Branch, k_created}, {"", Branch, k_identity}, {"", Branch, k_owner},
    {"metadata.ownerReferences[].uid", Uid},
    {"metadata.annotations.'gang.scheduling.koordinator.sh/groups'", NameList},
    {"metadata.annotations.'gang.scheduling.koordinator.sh/match-policy'", Plain},
    {"metadata.annotations.'gang.scheduling.koordinator.sh/min-available'", Plain},
    {"metadata.annotations.'gang.scheduling.koordinator.sh/mode'", Plain},
    {"metadata.annotations.'gang.scheduling.koordinator.sh/name'", Name},
    {"metadata.annotations.'gang.scheduling.koordinator.sh/waiting-time'", Plain},
    {"metadata.annotations.'godel.bytedance.com/pod-group-name'", Name},
    {"metadata.annotations.'gpu-memory'", Plain},
    {"metadata.annotations.'kueue.x-k8s.io/pod-group-name'", Name},
    {"metadata.annotations.'kueue.x-k8s.io/pod-group-total-count'", Plain},
    {"metadata.annotations.'leaderworkerset.sigs.k8s.io/size'", Plain},
    {"metadata.annotations.'pod-group-name'", Name},
    {"metadata.annotations.'pod-group.scheduling.sigs.k8s.io/match-policy'", Plain},
    {"metadata.annotations.'scheduling.k8s.io/group-min-member'", Plain},
    {"metadata.annotations.'scheduling.k8s.io/group-name'", Name},
    {"metadata.annotations.'scheduling.volcano.sh/group-min-member'", Plain},
    {"metadata.annotations.'scheduling.volcano.sh/queue-name'", Name},
    {"metadata.annotations.'volcano.sh/task-spec'", Name},
    {"metadata.annotations.'yunikorn.apache.org/app-id'", Name},
    {"metadata.annotations.'yunikorn.apache.org/queue'", Name},
    {"metadata.annotations.'yunikorn.apache.org/schedulingPolicyParameters'", Plain},
    {"metadata.annotations.'yunikorn.apache.org/task-group-name'", Name},
    {"metadata.annotations.'yunikorn.apache.org/task-groups'", TaskGroups},
    {"spec.schedulingGroup.podGroupName", Name},
    {"spec.workloadRef.name", Name},
    {"spec.workloadRef.podGroup", Name},
    {"spec.workloadRef.podGroupReplicaKey", Name},
    // Keeps writers and times of changes, but not the changes: the scheduler's last write, and the removal of the last
    // gate.
    {"metadata.managedFields[].manager", Manager},
    {"metadata.managedFields[].subresource", Plain},
    {"metadata.managedFields[].time", Time},
    {"spec.nodeName", Name},
    {"spec.schedulerName", Plain},
    {"spec.priority", Plain},
    {"spec.preemptionPolicy", Plain},
    {"spec.activeDeadlineSeconds", Plain},
    {"spec.hostNetwork", Plain},
    {"spec.hostUsers", Plain},
    {"spec.os.name", Plain},
    {"spec.runtimeClassName", Name},
    {"spec.securityContext.supplementalGroupsPolicy", Plain},
    {"spec.nodeSelector{Key}", LabelValue},
    {"spec.tolerations[]", Branch, k_toleration},
    {"spec.schedulingGates[].name", Qualified},
    {"spec.overhead{Qualified}", Plain},
    {"spec.resources", Branch, k_resources},
    {"spec.containers[]", Branch, k_container},
    {"spec.initContainers[]", Branch, k_container},
    {"spec.initContainers[].restartPolicy", Plain}, // Always: a sidecar, which keeps running
    {"spec.affinity.nodeAffinity", Branch, k_node_affinity},
    {"spec.affinity.podAffinity", Branch, k_pod_affinity},
    {"spec.affinity.podAntiAffinity", Branch, k_pod_affinity},
    {"spec.topologySpreadConstraints[]", Branch, k_spread},
    {"spec.volumes[has=persistentVolumeClaim|ephemeral|csi|gcePersistentDisk|awsElasticBlockStore|azureDisk|cinder|iscsi|rbd]", Branch, k_volume},
    {"spec.resourceClaims[].name", Name},
    {"spec.resourceClaims[].resourceClaimName", Name},
    {"spec.resourceClaims[].resourceClaimTemplateName", Name},
    {"status.phase", Plain},
    {"status.startTime", Time},
    {"status.nominatedNodeName", Name},
    {"status.conditions[type=PodScheduled|PodResizePending|DisruptionTarget]", Branch, k_condition},
    {"status.resourceClaimStatuses[].name", Name},
    {"status.resourceClaimStatuses[].resourceClaimName", Name},
    {"status.containerStatuses[]", Branch, k_granted},
    {"status.initContainerStatuses[]", Branch, k_granted},
    {"status.resources", Branch, k_requests},
    {"status.allocatedResources{Qualified}", Plain},
};

// ---- groups, nodes, events -------------------------------------------------------------------------------------------

constexpr Allowed k_allowed_pod_group[] = {
    {"", Branch, k_created},
    {"metadata.uid", Uid},
    {"spec.minMember", Plain},
    {"spec.minResources{Qualified}", Plain},
    {"spec.scheduleTimeoutSeconds", Plain},
    {"status.phase", Plain},
    {"status.occupiedBy", Name},
    {"status.running", Plain},
    {"status.succeeded", Plain},
    {"status.failed", Plain},
    {"status.scheduled", Plain},
    {"status.scheduleStartTime", Time},
    {"status.conditions[]", Branch, k_condition},
};
// The rows that each dialect adds.
constexpr Allowed k_koordinator_group[] = {
    {"", Branch, k_allowed_pod_group},
    {"metadata.annotations.'gang.scheduling.koordinator.sh/groups'", NameList},
    {"metadata.annotations.'gang.scheduling.koordinator.sh/match-policy'", Plain},
    {"metadata.annotations.'gang.scheduling.koordinator.sh/mode'", Plain},
    {"metadata.annotations.'gang.scheduling.koordinator.sh/waiting-time'", Plain},
    {"metadata.annotations.'pod-group.scheduling.sigs.k8s.io/match-policy'", Plain},
};
constexpr Allowed k_queued_group[] = {
    {"", Branch, k_allowed_pod_group},
    {"spec.queue", Name},
    {"spec.priorityClassName", Name},
};
constexpr Allowed k_sub_group_policy[] = {
    {"name", Name},
    {"labelSelector", Branch, k_label_selector},
    {"matchLabelKeys[]", Key},
    {"subGroupSize", Plain},
    {"minSubGroups", Plain},
};
constexpr Allowed k_volcano_group[] = {
    {"", Branch, k_queued_group},
    {"spec.minTaskMember{Name}", Plain},
    {"spec.subGroupPolicy[]", Branch, k_sub_group_policy},
    {"spec.networkTopology.mode", Plain},
    {"spec.networkTopology.highestTierAllowed", Plain},
    {"spec.networkTopology.highestTierName", Name},
};
constexpr Allowed k_kai_group[] = {
    {"", Branch, k_queued_group},
    {"spec.minSubGroup", Plain},
    {"spec.subGroups[].name", Name},
    {"spec.subGroups[].parent", Name},
    {"spec.subGroups[].minMember", Plain},
    {"spec.subGroups[].minSubGroup", Plain},
    {"status.schedulingConditions[]", Branch, k_condition},
};
constexpr Allowed k_pod_gang[] = {
    {"", Branch, k_created},
    {"metadata.uid", Uid},
    {"spec.priorityClassName", Name},
    {"spec.podgroups[].name", Name},
    {"spec.podgroups[].minReplicas", Plain},
    {"status.phase", Plain},
    {"status.conditions[]", Branch, k_condition},
};
constexpr Allowed k_native_workload[] = {
    {"spec.podGroups[].name", Name},
    {"spec.podGroups[].policy.gang.minCount", Plain},
};
constexpr Allowed k_composite_group[] = {{"spec.parentCompositePodGroupName", Name}};
constexpr Allowed k_native_group[] = {
    {"", Branch, k_created},
    {"metadata.uid", Uid},
    {"spec.schedulingPolicy.gang.minCount", Plain},
    {"spec.schedulingConstraints.topology[].key", Key},
    {"spec.disruptionMode", Plain},        // 1.36
    {"spec.disruptionMode.all", Presence}, // 1.37
    {"spec.priorityClassName", Name},
    {"spec.priority", Plain},
    {"spec.parentCompositePodGroupName", Name},
    {"spec.workloadRef.workloadName", Name},                  // 1.37
    {"spec.podGroupTemplateRef.workload.workloadName", Name}, // 1.36
    {"status.conditions[]", Branch, k_condition},
};
constexpr Allowed k_node_condition[] = {
    {"type", Plain},
    {"status", Plain},
    {"lastHeartbeatTime", Seen},
    {"lastTransitionTime", Seen},
};
constexpr Allowed k_allowed_node[] = {
    {"", Branch, k_labels},
    {"metadata.uid", Uid}, // a node recreated under the same name has another uid
    {"spec.unschedulable", Plain},
    {"spec.taints[]", Branch, k_taint},
    {"status.allocatable{Qualified}", Plain},
    {"status.capacity{Attribute}", Plain}, // replaces a missing allocatable
    {"status.conditions[type=Ready|MemoryPressure|DiskPressure|PIDPressure]", Branch, k_node_condition},
    {"status.images[].names[]", Image},
    {"status.images[].sizeBytes", Plain},
    {"status.declaredFeatures[]", Plain},
    {"status.features.supplementalGroupsPolicy", Plain},
    {"status.runtimeHandlers[].name", Name},
    {"status.runtimeHandlers[].features.userNamespaces", Plain},
};
constexpr Allowed k_event[] = {
    {"reason", Plain},
    {"involvedObject.kind", Plain},
    {"involvedObject.namespace", Namespace},
    {"involvedObject.name", Name},
    {"reportingController", Plain},
    {"reportingComponent", Plain},
    {"source.component", Plain},
    {"deprecatedSource.component", Plain},
    {"regarding.kind", Plain},
    {"regarding.namespace", Namespace},
    {"regarding.name", Name},
    {"message", FailedMessage},
    {"note", FailedMessage},
    {"series.lastObservedTime", Time},
    {"lastTimestamp", Time},
    {"deprecatedLastTimestamp", Time},
    {"eventTime", Time},
};

// ---- policy and admission --------------------------------------------------------------------------------------------

constexpr Allowed k_namespace[] = {
    {"", Branch, k_labels},
    {"metadata.annotations.'openshift.io/node-selector'", PairList},
    {"metadata.annotations.'scheduler.alpha.kubernetes.io/node-selector'", PairList},
    {"metadata.deletionTimestamp", Plain},
    {"status.phase", Plain},
};
constexpr Allowed k_priority_value[] = {{"value", Plain}};
constexpr Allowed k_nothing_more[] = {{"metadata.deletionTimestamp", Plain}};
constexpr Allowed k_limit_range[] = {
    {"spec.limits[].type", Plain},
    {"spec.limits[].default{Qualified}", Plain},
    {"spec.limits[].defaultRequest{Qualified}", Plain},
    {"spec.limits[].min{Qualified}", Plain},
    {"spec.limits[].max{Qualified}", Plain},
    {"spec.limits[].maxLimitRequestRatio{Qualified}", Plain},
};
constexpr Allowed k_scope_requirement[] = {{"scopeName", Plain}, {"operator", Plain}, {"values[]", Name}};
constexpr Allowed k_resource_quota[] = {
    {"spec.hard{Quota}", Plain},
    {"spec.scopes[]", Plain},
    {"spec.scopeSelector.matchExpressions[]", Branch, k_scope_requirement},
    {"status.hard{Quota}", Plain},
    {"status.used{Quota}", Plain},
};
constexpr Allowed k_lease[] = {
    {"spec.holderIdentity", Name},
    {"spec.leaseDurationSeconds", Plain},
    {"spec.acquireTime", Time},
    {"spec.renewTime", Time},
};
constexpr Allowed k_priority_class[] = {{"value", Plain}, {"globalDefault", Plain}, {"preemptionPolicy", Plain}};
constexpr Allowed k_runtime_class[] = {
    {"handler", Name},
    {"overhead.podFixed{Qualified}", Plain},
    {"scheduling.nodeSelector{Key}", LabelValue},
    {"scheduling.tolerations[]", Branch, k_toleration},
};
constexpr Allowed k_disruption_budget[] = {
    {"spec.selector", Branch, k_label_selector},
    {"status.disruptionsAllowed", Plain},
    {"status.disruptedPods{Name}", Presence},
};
constexpr Allowed k_service[] = {{"spec.selector{Key}", LabelValue}};

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
constexpr Allowed k_resource_claim[] = {
    {"", Branch, k_identity}, {"", Branch, k_owner_uid},
    {"spec.devices.requests[].name", Name},
    {"spec.devices.requests[].firstAvailable[].name", Name},
    {"spec.devices.requests[].firstAvailable[]", Branch, k_device_request},
    {"spec.devices.requests[]", Branch, k_device_request},
    {"spec.devices.requests[].exactly", Branch, k_device_request},
    {"spec.devices.constraints[].matchAttribute", Attribute},
    {"spec.devices.constraints[].requests[]", Name},
    {"status.allocation.nodeSelector", Branch, k_node_selector},
    {"status.allocation.devices.results[].driver", Qualified},
    {"status.allocation.devices.results[].pool", Name},
    {"status.allocation.devices.results[].device", Name},
    {"status.allocation.devices.results[].adminAccess", Plain},
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
    {"taints", Presence},
    {"bindingConditions", Presence},
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

// ---- queues above the scheduler --------------------------------------------------------------------------------------

constexpr Allowed k_volcano_queue[] = {
    {"metadata.creationTimestamp", Plain},
    {"spec.parent", Name},
    {"spec.priority", Plain},
    {"spec.capability{Qualified}", Plain},
    {"spec.guarantee.resource{Qualified}", Plain},
    {"status.state", Plain},
};
constexpr Allowed k_kai_queue[] = {
    {"spec.parentQueue", Name},
    {"spec.resources.cpu.limit", Plain},
    {"spec.resources.gpu.limit", Plain},
    {"spec.resources.memory.limit", Plain},
};
constexpr Allowed k_kueue_group[] = {
    {"coveredResources[]", Qualified},
    {"flavors[].name", Name},
    {"flavors[].resources[].name", Qualified},
    {"flavors[].resources[].nominalQuota", Plain},
    {"flavors[].resources[].borrowingLimit", Plain},
    {"flavors[].resources[].lendingLimit", Plain},
};
constexpr Allowed k_cluster_queue[] = {
    {"spec.cohort", Name},
    {"spec.cohortName", Name},
    {"spec.resourceGroups[]", Branch, k_kueue_group},
    {"spec.queueingStrategy", Plain},
    {"spec.namespaceSelector", Branch, k_label_selector},
    {"spec.flavorFungibility.whenCanBorrow", Plain},
    {"spec.preemption.reclaimWithinCohort", Plain},
    {"spec.preemption.withinClusterQueue", Plain},
    {"spec.stopPolicy", Plain},
    {"spec.admissionChecks[]", Name},
    {"spec.admissionChecksStrategy.admissionChecks[].name", Name},
    {"status.conditions[type=Active].type", Plain},
    {"status.conditions[type=Active].status", Plain},
};
constexpr Allowed k_local_queue[] = {{"spec.clusterQueue", Name}, {"spec.stopPolicy", Plain}};
constexpr Allowed k_cohort[] = {
    {"spec.parent", Name},
    {"spec.parentName", Name},
    {"spec.resourceGroups[]", Branch, k_kueue_group},
};
constexpr Allowed k_resource_flavor[] = {
    {"spec.nodeLabels{Key}", LabelValue},
    {"spec.nodeTaints[]", Branch, k_taint},
    {"spec.tolerations[]", Branch, k_toleration},
    {"spec.topologyName", Name},
};
constexpr Allowed k_kueue_topology[] = {{"spec.levels[].nodeLabel", Key}};
// The fields of the template that quota counts and flavors must match.
constexpr Allowed k_kueue_template[] = {
    {"nodeSelector{Key}", LabelValue},
    {"affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution", Branch, k_node_selector},
    {"tolerations[]", Branch, k_toleration},
    {"overhead{Qualified}", Plain},
    {"resources", Branch, k_resources},
    {"containers[].resources", Branch, k_resources},
    {"initContainers[].resources", Branch, k_resources},
    {"initContainers[].restartPolicy", Plain},
};
constexpr Allowed k_kueue_workload[] = {
    {"", Branch, k_owner},
    {"", Branch, k_created},
    {"spec.queueName", Name},
    {"spec.priority", Plain},
    {"spec.active", Plain},
    {"spec.podSets[].name", Name},
    {"spec.podSets[].count", Plain},
    {"spec.podSets[].minCount", Plain},
    {"spec.podSets[].topologyRequest.required", Key},
    {"spec.podSets[].topologyRequest.preferred", Key},
    {"spec.podSets[].topologyRequest.podSetSliceRequiredTopology", Key},
    {"spec.podSets[].topologyRequest.unconstrained", Plain},
    {"spec.podSets[].template.spec", Branch, k_kueue_template},
    {"status.conditions[type=Finished|Admitted|Evicted|PodsReady|QuotaReserved].type", Plain},
    {"status.conditions[type=Finished|Admitted|Evicted|PodsReady|QuotaReserved].status", Plain},
    {"status.conditions[type=Finished|Admitted|Evicted|PodsReady|QuotaReserved].reason", Plain},
    {"status.conditions[type=Finished|Admitted|Evicted|PodsReady|QuotaReserved].lastTransitionTime", Time},
    {"status.conditions[type=Finished|Admitted|Evicted|PodsReady|QuotaReserved].message", Message},
    {"status.admission.clusterQueue", Name},
    {"status.admission.podSetAssignments[].flavors{Qualified}", Name},
    {"status.admission.podSetAssignments[].resourceUsage{Qualified}", Plain},
    {"status.admissionChecks[].name", Name},
    {"status.admissionChecks[].state", Plain},
    {"status.requeueState.requeueAt", Time},
};

// ---- workloads -------------------------------------------------------------------------------------------------------

// The quorum of the group that Volcano creates for the pods of a workload.
constexpr Allowed k_volcano_min[] = {{"metadata.annotations.'scheduling.volcano.sh/group-min-member'", Plain}};
constexpr Allowed k_workload[] = {{"", Branch, k_owner}};
constexpr Allowed k_daemon_set[] = {{"", Branch, k_owner}, {"", Branch, k_volcano_min}};
constexpr Allowed k_job[] = {
    {"", Branch, k_owner}, {"", Branch, k_volcano_min},
    {"spec.parallelism", Plain},
    {"spec.completions", Plain},
    {"spec.suspend", Plain},
    {"spec.activeDeadlineSeconds", Plain},
    {"status.startTime", Time},
    {"status.succeeded", Plain},
    {"status.completedIndexes", Plain},
    {"status.failedIndexes", Plain},
    {"status.conditions[type=Complete|Failed|FailureTarget|SuccessCriteriaMet].type", Plain},
    {"status.conditions[type=Complete|Failed|FailureTarget|SuccessCriteriaMet].status", Plain},
};
constexpr Allowed k_deployment[] = {{"", Branch, k_owner}, {"spec.replicas", Plain}};
constexpr Allowed k_spread_workload[] = {
    {"", Branch, k_owner}, {"", Branch, k_volcano_min},
    {"spec.replicas", Plain},
    {"spec.selector", Branch, k_label_selector},
};
constexpr Allowed k_ray_cluster[] = {
    {"", Branch, k_owner},
    {"spec.workerGroupSpecs[].replicas", Plain},
    {"spec.workerGroupSpecs[].minReplicas", Plain},
    {"spec.workerGroupSpecs[].maxReplicas", Plain},
    {"spec.workerGroupSpecs[].numOfHosts", Plain},
    {"spec.workerGroupSpecs[].suspend", Plain},
};
constexpr Allowed k_stateful_set[] = {
    {"", Branch, k_spread_workload},
    {"spec.podManagementPolicy", Plain},
    {"status.replicas", Plain},
    {"status.readyReplicas", Plain},
};
constexpr Allowed k_replication_controller[] = {
    {"", Branch, k_owner},
    {"spec.replicas", Plain},
    {"spec.selector{Key}", LabelValue},
    {"spec.template.metadata.labels{Key}", LabelValue}, // replace a missing selector
};

// ---- the kinds -------------------------------------------------------------------------------------------------------

struct KindRows {
  std::string_view api_group, kind;
  bool namespaced;
  Allowed::Rows rows;
};

constexpr KindRows k_allowed_kinds[] = {
    {"",                       "Pod",                   true,  k_pod},
    {"",                       "Node",                  false, k_allowed_node},
    {"",                       "Event",                 true,  k_event},
    {"events.k8s.io",          "Event",                 true,  k_event},
    {"",                       "Namespace",             false, k_namespace},
    {"",                       "ServiceAccount",        true,  k_nothing_more},
    {"",                       "LimitRange",            true,  k_limit_range},
    {"",                       "ResourceQuota",         true,  k_resource_quota},
    {"coordination.k8s.io",    "Lease",                 true,  k_lease},
    {"scheduling.k8s.io",      "PriorityClass",         false, k_priority_class},
    {"node.k8s.io",            "RuntimeClass",          false, k_runtime_class},
    {"policy",                 "PodDisruptionBudget",   true,  k_disruption_budget},
    {"",                       "Service",               true,  k_service},
    {"",                       "PersistentVolumeClaim", true,  k_claim},
    {"",                       "PersistentVolume",      false, k_volume_object},
    {"storage.k8s.io",         "StorageClass",          false, k_storage_class},
    {"storage.k8s.io",         "CSINode",               false, k_csi_node},
    {"storage.k8s.io",         "CSIDriver",             false, k_csi_driver},
    {"storage.k8s.io",         "CSIStorageCapacity",    true,  k_csi_storage_capacity},
    {"storage.k8s.io",         "VolumeAttachment",      false, k_volume_attachment},
    {"resource.k8s.io",        "ResourceClaim",         true,  k_resource_claim},
    {"resource.k8s.io",        "ResourceSlice",         false, k_resource_slice},
    {"resource.k8s.io",        "DeviceClass",           false, k_device_class},
    {"resource.k8s.io",        "DeviceTaintRule",       false, k_device_taint_rule},
    {"scheduling.x-k8s.io",    "PodGroup",              true,  k_allowed_pod_group},
    {"scheduling.sigs.k8s.io", "PodGroup",              true,  k_koordinator_group},
    {"scheduling.k8s.io",      "PodGroup",              true,  k_native_group},
    {"scheduling.k8s.io",      "Workload",              true,  k_native_workload},
    {"scheduling.k8s.io",      "CompositePodGroup",     true,  k_composite_group},
    {"scheduling.volcano.sh",  "PodGroup",              true,  k_volcano_group},
    {"scheduling.incubator.k8s.io", "PodGroup",         true,  k_queued_group},
    {"scheduling.sigs.dev",    "PodGroup",              true,  k_queued_group},
    {"scheduling.run.ai",      "PodGroup",              true,  k_kai_group},
    {"scheduler.grove.io",     "PodGang",               true,  k_pod_gang},
    {"scheduling.godel.kubewharf.io", "PodGroup",       true,  k_allowed_pod_group},
    {"scheduling.volcano.sh",  "Queue",                 false, k_volcano_queue},
    {"scheduling.run.ai",      "Queue",                 false, k_kai_queue},
    {"kueue.x-k8s.io",         "ClusterQueue",          false, k_cluster_queue},
    {"kueue.x-k8s.io",         "LocalQueue",            true,  k_local_queue},
    {"kueue.x-k8s.io",         "Cohort",                false, k_cohort},
    {"kueue.x-k8s.io",         "ResourceFlavor",        false, k_resource_flavor},
    {"kueue.x-k8s.io",         "Topology",              false, k_kueue_topology},
    {"kueue.x-k8s.io",         "Workload",              true,  k_kueue_workload},
    {"kueue.x-k8s.io",         "WorkloadPriorityClass", false, k_priority_value},
    {"batch",                  "Job",                   true,  k_job},
    {"batch",                  "CronJob",               true,  k_workload},
    {"apps",                   "Deployment",            true,  k_deployment},
    {"apps",                   "ReplicaSet",            true,  k_spread_workload},
    {"apps",                   "StatefulSet",           true,  k_stateful_set},
    {"apps",                   "DaemonSet",             true,  k_daemon_set},
    {"",                       "ReplicationController", true,  k_replication_controller},
    {"jobset.x-k8s.io",        "JobSet",                true,  k_workload},
    {"ray.io",                 "RayCluster",            true,  k_ray_cluster},
};

// The API groups of Kubernetes itself. Only kinds of the table above own pods there.
constexpr std::array<std::string_view, 24> k_own_groups = {
    "", "admissionregistration.k8s.io", "apiextensions.k8s.io", "apiregistration.k8s.io", "apps", "authentication.k8s.io",
    "authorization.k8s.io", "autoscaling", "batch", "certificates.k8s.io", "coordination.k8s.io", "discovery.k8s.io",
    "events.k8s.io", "extensions", "flowcontrol.apiserver.k8s.io", "internal.apiserver.k8s.io", "metrics.k8s.io",
    "networking.k8s.io", "node.k8s.io", "policy", "rbac.authorization.k8s.io", "resource.k8s.io", "storage.k8s.io",
    "storagemigration.k8s.io",
};

// clang-format on

// ---- from rows to trees ---------------------------------------------------------------------------------------------

Field& member_of(Field& parent, std::string_view name) {
  const auto known = std::ranges::find(parent.members, name, &Field::Member::name);
  return known != parent.members.end() ? known->field : parent.members.emplace_back(Field::Member{name, {}}).field;
}

Field& only(std::vector<Field>& place) { return place.empty() ? place.emplace_back() : place.front(); }

// Removes the text up to and including `end` from `path`; returns it without `end`.
std::string_view take_until(std::string_view& path, char end) {
  const std::size_t found = path.find(end);
  assert(found != std::string_view::npos);
  const std::string_view taken = path.substr(0, found);
  path.remove_prefix(found + 1);
  return taken;
}

Content keys_of(std::string_view word) {
  if (word == "Key") { return Key; }
  if (word == "Qualified") { return Qualified; }
  if (word == "Quota") { return Quota; }
  if (word == "Attribute") { return Content::Attribute; }
  assert(word == "Name");
  return Name;
}

Field& place_of(Field& root, std::string_view path) {
  Field* at = &root;
  while (!path.empty()) {
    if (path.front() == '.') {
      path.remove_prefix(1);
    } else if (path.front() == '\'') {
      path.remove_prefix(1);
      at = &member_of(*at, take_until(path, '\''));
    } else if (path.front() == '[') {
      path.remove_prefix(1);
      at = &only(at->element);
      const std::string_view filter = take_until(path, ']');
      assert(at->filter.empty() || at->filter == filter);
      at->filter = filter;
    } else if (path.front() == '{') {
      path.remove_prefix(1);
      at->keys = keys_of(take_until(path, '}'));
      at = &only(at->any);
    } else {
      const std::size_t end = std::min(path.find_first_of(".[{"), path.size());
      at = &member_of(*at, path.substr(0, end));
      path.remove_prefix(end);
    }
  }
  return *at;
}

void add_rows(Field& root, const Allowed::Rows& rows) {
  for (std::size_t row = 0; row < rows.count; ++row) {
    const Allowed& allowed = rows.first[row];
    Field& place = place_of(root, allowed.path);
    if (allowed.below.count > 0) {
      add_rows(place, allowed.below);
    } else {
      place.content = allowed.content; // the last row of a place wins
    }
  }
}

void note_what_is_kept(Field& field) {
  bool any_kept = false;
  const auto note = [&any_kept](Field& below) {
    note_what_is_kept(below);
    any_kept = any_kept || below.kept;
  };
  for (Field::Member& member : field.members) { note(member.field); }
  for (Field& element : field.element) { note(element); }
  for (Field& entry : field.any) { note(entry); }
  const bool is_leaf = field.members.empty() && field.element.empty() && field.any.empty();
  field.kept = is_leaf ? field.content != Seen : any_kept;
}

AllowedKind compiled(const KindRows& rows) {
  AllowedKind kind{rows.api_group, rows.kind, rows.namespaced, {}};
  add_rows(kind.root, k_allowed_name);
  if (rows.namespaced) { add_rows(kind.root, k_namespaced); }
  if (rows.kind != "Event") { add_rows(kind.root, k_times); }
  add_rows(kind.root, rows.rows);
  note_what_is_kept(kind.root);
  return kind;
}

std::vector<AllowedKind> compiled_kinds() {
  std::vector<AllowedKind> kinds;
  for (const KindRows& rows : k_allowed_kinds) { kinds.push_back(compiled(rows)); }
  return kinds;
}

} // namespace

const Field* Field::find(std::string_view name) const {
  const auto member = std::ranges::find(members, name, &Member::name);
  return member == members.end() ? nullptr : &member->field;
}

const AllowedKind* find_allowed(std::string_view api_group, std::string_view kind) {
  static const std::vector<AllowedKind> kinds = compiled_kinds();
  const auto found = std::ranges::find_if(
      kinds, [&](const AllowedKind& allowed) { return allowed.kind == kind && allowed.api_group == api_group; });
  return found == kinds.end() ? nullptr : &*found;
}

const AllowedKind& allowed_of_owners() {
  static const AllowedKind kind = compiled({"", "", true, k_owner});
  return kind;
}

bool may_own_pods(std::string_view api_group) {
  return std::ranges::find(k_own_groups, api_group) == k_own_groups.end();
}

} // namespace snapshot
