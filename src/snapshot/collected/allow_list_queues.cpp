// SPDX-License-Identifier: Apache-2.0
// Fields of queues above the scheduler: Volcano, KAI, Kueue.
#include "snapshot/collected/allow_list_rows.hpp"

namespace snapshot::allowed {

namespace {

// clang-format off
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
    {"metadata.deletionTimestamp", Plain},
    {"spec.cohort", Name},
    {"spec.cohortName", Name},
    {"spec.resourceGroups[]", Branch, k_kueue_group},
    {"spec.queueingStrategy", Plain},
    {"spec.namespaceSelector", Branch, k_label_selector},
    {"spec.fairSharing.weight", Plain},
    {"spec.admissionScope.admissionMode", Plain},
    {"spec.flavorFungibility.whenCanBorrow", Plain},
    {"spec.flavorFungibility.whenCanPreempt", Plain},
    {"spec.preemption.reclaimWithinCohort", Plain},
    {"spec.preemption.withinClusterQueue", Plain},
    {"spec.stopPolicy", Plain},
    {"spec.admissionChecks[]", Name},
    {"spec.admissionChecksStrategy.admissionChecks[].name", Name},
    {"spec.admissionChecksStrategy.admissionChecks[].onFlavors[]", Name},
    {"status.conditions[type=Active].type", Plain},
    {"status.conditions[type=Active].status", Plain},
    {"status.conditions[type=Active].message", Message},
    {"status.flavorsReservation[].name", Name},
    {"status.flavorsReservation[].resources[].name", Qualified},
    {"status.flavorsReservation[].resources[].total", Plain},
    {"status.pendingWorkloads", Plain},
};
constexpr Allowed k_local_queue[] = {
    {"metadata.deletionTimestamp", Plain},
    {"spec.clusterQueue", Name},
    {"spec.stopPolicy", Plain},
};
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
    {"", Branch, k_leaving},
    {"spec.queueName", Name},
    {"spec.priority", Plain},
    {"spec.active", Plain},
    {"spec.maximumExecutionTimeSeconds", Plain},
    {"spec.podSets[].name", Name},
    {"spec.podSets[].count", Plain},
    {"spec.podSets[].minCount", Plain},
    {"spec.podSets[].topologyRequest.required", Key},
    {"spec.podSets[].topologyRequest.preferred", Key},
    {"spec.podSets[].topologyRequest.podSetSliceRequiredTopology", Key},
    {"spec.podSets[].topologyRequest.unconstrained", Plain},
    {"spec.podSets[].template.spec", Branch, k_kueue_template},
    {"status.conditions[type=Finished|Admitted|Evicted|PodsReady|QuotaReserved|Requeued].type", Plain},
    {"status.conditions[type=Finished|Admitted|Evicted|PodsReady|QuotaReserved|Requeued].status", Plain},
    {"status.conditions[type=Finished|Admitted|Evicted|PodsReady|QuotaReserved|Requeued].reason", Plain},
    {"status.conditions[type=Finished|Admitted|Evicted|PodsReady|QuotaReserved|Requeued].lastTransitionTime", Time},
    {"status.conditions[type=Finished|Admitted|Evicted|PodsReady|QuotaReserved|Requeued].message", Message},
    {"status.admission.clusterQueue", Name},
    {"status.admission.podSetAssignments[].name", Name},
    {"status.admission.podSetAssignments[].count", Plain},
    {"status.admission.podSetAssignments[].flavors{Qualified}", Name},
    {"status.admission.podSetAssignments[].resourceUsage{Qualified}", Plain},
    {"status.admission.podSetAssignments[].topologyAssignment.levels[]", Key},
    {"status.admission.podSetAssignments[].delayedTopologyRequest", Plain},
    {"status.admissionChecks[].name", Name},
    {"status.admissionChecks[].state", Plain},
    {"status.admissionChecks[].message", Message},
    {"status.admissionChecks[].podSetUpdates[].nodeSelector{Key}", LabelValue},
    {"status.admissionChecks[].podSetUpdates[].tolerations[]", Branch, k_toleration},
    {"status.reclaimablePods[].name", Name},
    {"status.reclaimablePods[].count", Plain},
    {"status.requeueState.requeueAt", Plain},
    {"status.accumulatedPastExexcutionTimeSeconds", Plain},
    {"status.accumulatedPastExecutionTimeSeconds", Plain},
};
constexpr Allowed k_priority_value[] = {{"value", Plain}};

constexpr KindRows k_queue_kinds[] = {
    {"scheduling.volcano.sh",  "Queue",                 false, k_volcano_queue},
    {"scheduling.run.ai",      "Queue",                 false, k_kai_queue},
    {"kueue.x-k8s.io",         "ClusterQueue",          false, k_cluster_queue},
    {"kueue.x-k8s.io",         "LocalQueue",            true,  k_local_queue},
    {"kueue.x-k8s.io",         "Cohort",                false, k_cohort},
    {"kueue.x-k8s.io",         "ResourceFlavor",        false, k_resource_flavor},
    {"kueue.x-k8s.io",         "Topology",              false, k_kueue_topology},
    {"kueue.x-k8s.io",         "Workload",              true,  k_kueue_workload},
    {"kueue.x-k8s.io",         "WorkloadPriorityClass", false, k_priority_value},
};
// clang-format on

} // namespace

std::span<const KindRows> queue_kinds() { return k_queue_kinds; }

} // namespace snapshot::allowed
