// SPDX-License-Identifier: Apache-2.0
// Fields of pod groups, of each dialect.
#include "snapshot/collected/allow_list_rows.hpp"

namespace snapshot::allowed {

namespace {

// clang-format off
constexpr Allowed k_allowed_pod_group[] = {
    {"", Branch, k_created}, {"", Branch, k_leaving}, {"", Branch, k_applied},
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
    {"spec.preemptibility", Plain},
    {"spec.minSubGroup", Plain},
    {"spec.subGroups[].name", Name},
    {"spec.subGroups[].parent", Name},
    {"spec.subGroups[].minMember", Plain},
    {"spec.subGroups[].minSubGroup", Plain},
    {"status.schedulingConditions[]", Branch, k_condition},
};
constexpr Allowed k_pod_gang[] = {
    {"", Branch, k_created}, {"", Branch, k_leaving}, {"", Branch, k_applied},
    {"metadata.uid", Uid},
    {"spec.priorityClassName", Name},
    {"spec.podgroups[].name", Name},
    {"spec.podgroups[].minReplicas", Plain},
    {"status.phase", Plain},
    {"status.conditions[]", Branch, k_condition},
};
constexpr Allowed k_native_workload[] = {
    {"", Branch, k_leaving},
    {"spec.podGroups[].name", Name}, // 1.35
    {"spec.podGroups[].policy.gang.minCount", Plain},
    {"spec.podGroupTemplates[].name", Name}, // 1.36
    {"spec.compositePodGroupTemplates[]", Presence}, // 1.37
};
constexpr Allowed k_composite_group[] = {{"spec.parentCompositePodGroupName", Name}};
constexpr Allowed k_native_group[] = {
    {"", Branch, k_created}, {"", Branch, k_leaving}, {"", Branch, k_applied},
    {"metadata.uid", Uid},
    {"spec.schedulingPolicy.gang.minCount", Plain},
    {"spec.schedulingConstraints.topology[].key", Key},
    {"spec.disruptionMode", Plain},        // 1.36
    {"spec.disruptionMode.all", Presence}, // 1.37
    {"spec.resourceClaims[]", Presence},
    {"spec.priorityClassName", Name},
    {"spec.priority", Plain},
    {"spec.parentCompositePodGroupName", Name},
    {"spec.workloadRef.workloadName", Name},                  // 1.37
    {"spec.podGroupTemplateRef.workload.workloadName", Name}, // 1.36
    {"status.conditions[]", Branch, k_condition},
};

constexpr KindRows k_group_kinds[] = {
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
};
// clang-format on

} // namespace

std::span<const KindRows> group_kinds() { return k_group_kinds; }

} // namespace snapshot::allowed
