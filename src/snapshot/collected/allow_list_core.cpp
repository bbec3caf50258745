// SPDX-License-Identifier: Apache-2.0
// Fields of pods, nodes and events, and of the kinds of policy and admission of Kubernetes itself.
#include "snapshot/collected/allow_list_rows.hpp"

namespace snapshot::allowed {

namespace {

// clang-format off
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
constexpr Allowed k_container_status[] = {
    {"name", Name},
    {"state.waiting.reason", Plain},
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
    {"metadata.annotations.'kubernetes.io/config.mirror'", Presence},
    {"metadata.annotations.'kueue.x-k8s.io/pod-group-fast-admission'", Plain},
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
    {"metadata.annotations.'yunikorn.apache.org/placeholder'", Plain},
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
    {"spec.priorityClassName", Name},
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
    {"status.reason", Plain}, // TopologyAffinityError
    {"status.startTime", Time},
    {"status.nominatedNodeName", Name},
    {"status.conditions[type=PodScheduled|PodResizePending|DisruptionTarget]", Branch, k_condition},
    {"status.resourceClaimStatuses[].name", Name},
    {"status.resourceClaimStatuses[].resourceClaimName", Name},
    {"status.containerStatuses[]", Branch, k_container_status},
    {"status.initContainerStatuses[]", Branch, k_container_status},
    {"status.initContainerStatuses[].state.terminated.exitCode", Plain},
    {"status.resources", Branch, k_requests},
    {"status.allocatedResources{Qualified}", Plain},
};
// ---- nodes, events ---------------------------------------------------------------------------------------------------

constexpr Allowed k_node_condition[] = {
    {"type", Plain},
    {"status", Plain},
    {"lastHeartbeatTime", Seen},
    {"lastTransitionTime", Seen},
};
constexpr Allowed k_allowed_node[] = {
    {"", Branch, k_labels},
    {"metadata.uid", Uid}, // a node recreated under the same name has another uid
    {"metadata.deletionTimestamp", Plain},
    {"spec.unschedulable", Plain},
    {"spec.taints[]", Branch, k_taint},
    {"status.allocatable{Qualified}", Plain},
    {"status.capacity{Attribute}", Plain}, // replaces a missing allocatable
    {"status.conditions[type=Ready|MemoryPressure|DiskPressure|PIDPressure|NetworkUnavailable]", Branch, k_node_condition},
    {"status.images[].names[]", Image},
    {"status.images[].sizeBytes", Plain},
    {"status.declaredFeatures[]", Plain},
    {"status.features.supplementalGroupsPolicy", Plain},
    {"status.nodeInfo.kubeletVersion", Plain},
    {"status.runtimeHandlers[].name", Name},
    {"status.runtimeHandlers[].features.userNamespaces", Plain},
};
constexpr Allowed k_node_topology[] = {
    {"topologyPolicies[]", Plain},
    {"attributes[name=topologyManagerPolicy].name", Plain},
    {"attributes[name=topologyManagerPolicy].value", Plain},
    {"zones[].type", Plain},
};
constexpr Allowed k_start_event[] = {
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
    {"series.lastObservedTime", Time},
    {"lastTimestamp", Time},
    {"deprecatedLastTimestamp", Time},
    {"eventTime", Time},
};
constexpr Allowed k_event[] = {
    {"", Branch, k_start_event},
    {"message", FailedMessage},
    {"note", FailedMessage},
};
// ---- policy and admission --------------------------------------------------------------------------------------------

constexpr Allowed k_namespace[] = {
    {"", Branch, k_labels},
    {"metadata.annotations.'linkerd.io/inject'", Plain},
    {"metadata.annotations.'openshift.io/node-selector'", PairList},
    {"metadata.annotations.'scheduler.alpha.kubernetes.io/node-selector'", PairList},
    {"metadata.annotations.'scheduler.alpha.kubernetes.io/tolerationsWhitelist'", Presence},
    {"metadata.deletionTimestamp", Plain},
    {"status.phase", Plain},
};
constexpr Allowed k_service_account[] = {
    {"metadata.annotations.'kubernetes.io/enforce-mountable-secrets'", Plain},
    {"metadata.deletionTimestamp", Plain},
};
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
    {"", Branch, k_applied},
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
constexpr Allowed k_openshift_scheduler[] = {{"spec.defaultNodeSelector", PairList}};
constexpr Allowed k_service[] = {{"spec.selector{Key}", LabelValue}};
// Which versions of a kind the API server serves: changes/custom_kinds.cpp.
constexpr Allowed k_custom_kind[] = {
    {"metadata.name", Plain},
    {"metadata.deletionTimestamp", Plain},
    {"spec.group", Plain},
    {"spec.names.kind", Plain},
    {"spec.version", Plain}, // v1beta1
    {"spec.versions[].name", Plain},
    {"spec.versions[].served", Plain},
    {"status.conditions[type=Established].type", Plain},
    {"status.conditions[type=Established].status", Plain},
};

// ---- configurations --------------------------------------------------------------------------------------------------

constexpr Allowed k_kueue_text[] = {
    {"apiVersion", Plain}, {"kind", Plain},
    {"manageJobsWithoutQueueName", Plain},
    {"managedJobsNamespaceSelector", Branch, k_label_selector},
    {"waitForPodsReady.enable", Plain},
    {"waitForPodsReady.blockAdmission", Plain},
    {"fairSharing.enable", Plain},
    {"integrations.frameworks[]", Plain},
    {"integrations.externalFrameworks[]", Plain},
    {"resources.excludeResourcePrefixes[]", Qualified},
    {"resources.transformations[].input", Qualified},
    {"resources.quotaCheckStrategy", Plain},
};
constexpr Allowed k_volcano_text[] = {
    {"actions", Plain},
    {"tiers[].plugins[].name", Plain},
    {"tiers[].plugins[].enableHierarchy", Plain},
    {"tiers[].plugins[].enablePreemptable", Plain},
    {"tiers[].plugins[].enableReclaimable", Plain},
    {"tiers[].plugins[]{Plain}", Presence}, // options, which are not simulated
};
constexpr Allowed k_scheduler_text[] = {{"", Branch, k_kueue_text}, {"", Branch, k_volcano_text}};
constexpr Allowed k_container_text[] = {{"resources", Branch, k_resources}};
constexpr Allowed k_argo_text[] = {
    {"executor", Branch, k_container_text},
    {"mainContainer", Branch, k_container_text},
    {"workflowDefaults.spec", Presence},
    {"parallelism", Plain},
    {"namespaceParallelism", Plain},
};
constexpr Allowed k_defaults_text[] = {{"spec", Presence}};
constexpr Allowed k_amounts_text[] = {
    {"cpuRequest", Plain}, {"cpuLimit", Plain}, {"memoryRequest", Plain}, {"memoryLimit", Plain}};
constexpr Allowed k_initializer_text[] = {
    {"", Branch, k_amounts_text},
    {"cpuModelcar", Plain},
    {"memoryModelcar", Plain},
    {"enableModelcar", Plain},
};
constexpr Allowed k_service_text[] = {{"resource", Branch, k_amounts_text}};
// Only of programs whose configuration is read: is_wanted() in save/saver.cpp.
constexpr Allowed k_config_map[] = {
    {"data.config", Document, k_argo_text},
    {"data.executor", Document, k_container_text},
    {"data.mainContainer", Document, k_container_text},
    {"data.workflowDefaults", Document, k_defaults_text},
    {"data.parallelism", Plain},
    {"data.namespaceParallelism", Plain},
    {"data.agent", Document, k_amounts_text}, // of KServe
    {"data.storageInitializer", Document, k_initializer_text},
    {"data.inferenceService", Document, k_service_text},
    {"data{Plain}", Document, k_scheduler_text}, // of Kueue and Volcano
};

constexpr KindRows k_core_kinds[] = {
    {"",                       "Pod",                   true,  k_pod},
    {"",                       "Node",                  false, k_allowed_node},
    {"topology.node.k8s.io",   "NodeResourceTopology",  false, k_node_topology},
    {"",                       "Event",                 true,  k_event},
    {"events.k8s.io",          "Event",                 true,  k_event},
    {"",                       "Namespace",             false, k_namespace},
    {"",                       "ServiceAccount",        true,  k_service_account},
    {"",                       "LimitRange",            true,  k_limit_range},
    {"",                       "ResourceQuota",         true,  k_resource_quota},
    {"coordination.k8s.io",    "Lease",                 true,  k_lease},
    {"scheduling.k8s.io",      "PriorityClass",         false, k_priority_class},
    {"node.k8s.io",            "RuntimeClass",          false, k_runtime_class},
    {"policy",                 "PodDisruptionBudget",   true,  k_disruption_budget},
    {"config.openshift.io",    "Scheduler",             false, k_openshift_scheduler},
    {"",                       "Service",               true,  k_service},
    {"apiextensions.k8s.io",   "CustomResourceDefinition", false, k_custom_kind},
    {"",                       "ConfigMap",             true,  k_config_map},
};
// clang-format on

} // namespace

std::span<const KindRows> core_kinds() { return k_core_kinds; }

Allowed::Rows start_event() { return k_start_event; }

} // namespace snapshot::allowed
