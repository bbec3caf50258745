// SPDX-License-Identifier: Apache-2.0
// Which kind of object is read by what. The version is not looked at, but for our own Snapshot: fields that we read
// mean the same in all.
#include "snapshot/objects/kinds.hpp"

#include "snapshot/objects/decode_claims.hpp"
#include "snapshot/objects/decode_context.hpp"
#include "snapshot/objects/decode_devices.hpp"
#include "snapshot/objects/decode_disruption_budget.hpp"
#include "snapshot/objects/decode_event.hpp"
#include "snapshot/objects/decode_lease.hpp"
#include "snapshot/objects/decode_native_group.hpp"
#include "snapshot/objects/decode_pod_group.hpp"
#include "snapshot/objects/decode_ray_cluster.hpp"
#include "snapshot/objects/decode_service.hpp"
#include "snapshot/objects/decode_snapshot_head.hpp"
#include "snapshot/objects/decode_storage.hpp"
#include "snapshot/objects/decode_workload.hpp"
#include "snapshot/pods/decode_node.hpp"
#include "snapshot/pods/decode_pod.hpp"
#include "snapshot/queues/decode_kueue.hpp"
#include "snapshot/queues/decode_resource_quota.hpp"
#include "snapshot/queues/decode_volcano_queue.hpp"

#include <algorithm>
#include <array>

namespace snapshot {

namespace {

template <void (*Add)(Collected&, document::Value, const Origin&)>
void by_value(Collected& collected, const document::Item& item, const Origin& origin) {
  Add(collected, item.value, origin);
}

void workload(Collected& collected, const document::Item& item, const Origin& origin) {
  add_workload(collected, item.value, item.api_version, item.kind, origin);
}

// Of custom kinds that lie between pods and what a person made: only whom they belong to.
void possible_owner(Collected& collected, const document::Item& item, const Origin& origin) {
  add_possible_owner(collected, item.value, item.api_version, item.kind, origin);
}

void native_workload(Collected& collected, const document::Item& item, const Origin&) {
  add_native_workload(collected, item.value, k_default_namespace);
}

void composite_group(Collected& collected, const document::Item& item, const Origin&) {
  add_composite_group(collected, item.value, k_default_namespace);
}

void snapshot_head(Collected& collected, const document::Item& item, const Origin&) {
  add_snapshot_head(collected, item);
}

// clang-format off
constexpr std::array<Kind, 51> k_kinds = {{
    {"",                       "Pod",                   "pod",            add_pod},
    {"",                       "Node",                  "node",           by_value<add_node>},
    {"",                       "Event",                 "event",          by_value<add_event>},
    {"events.k8s.io",          "Event",                 "event",          by_value<add_event>},
    {"",                       "Namespace",             "namespace",      by_value<add_namespace>},
    {"",                       "ServiceAccount",        "service account", by_value<add_service_account>},
    {"",                       "LimitRange",            "limit range",    by_value<add_limit_range>},
    {"",                       "ResourceQuota",         "quota",          by_value<add_resource_quota>},
    {"coordination.k8s.io",    "Lease",                 "lease",          by_value<add_lease>},
    {"scheduling.k8s.io",      "PriorityClass",         "priority class", by_value<add_priority_class>},
    {"node.k8s.io",            "RuntimeClass",          "runtime class",  by_value<add_runtime_class>},
    {"policy",                 "PodDisruptionBudget",   "disruption budget", by_value<add_disruption_budget>},
    {"",                       "Service",               "service",        by_value<add_service>},
    {"",                       "PersistentVolumeClaim", "claim",          by_value<add_persistent_volume_claim>},
    {"",                       "PersistentVolume",      "volume",         by_value<add_persistent_volume>},
    {"storage.k8s.io",         "StorageClass",          "storage class",  by_value<add_storage_class>},
    {"storage.k8s.io",         "CSINode",               "CSI node",       by_value<add_csi_node>},
    {"storage.k8s.io",         "CSIDriver",             "CSI driver",     by_value<add_csi_driver>},
    {"storage.k8s.io",         "CSIStorageCapacity",    "storage capacity", by_value<add_csi_storage_capacity>},
    {"storage.k8s.io",         "VolumeAttachment",      "attachment",     by_value<add_volume_attachment>},
    {"resource.k8s.io",        "ResourceClaim",         "resource claim", by_value<add_resource_claim>},
    {"resource.k8s.io",        "ResourceSlice",         "resource slice", by_value<add_resource_slice>},
    {"resource.k8s.io",        "DeviceClass",           "device class",   by_value<add_device_class>},
    {"scheduling.x-k8s.io",    "PodGroup",              "pod group",      add_pod_group},
    {"scheduling.sigs.k8s.io", "PodGroup",              "pod group",      add_pod_group},
    {"scheduling.k8s.io",      "PodGroup",              "pod group",      add_pod_group},
    {"scheduling.k8s.io",      "Workload",              "workload",       native_workload},
    {"scheduling.k8s.io",      "CompositePodGroup",     "composite pod group", composite_group},
    {"scheduling.volcano.sh",  "PodGroup",              "pod group",      add_pod_group},
    {"scheduling.incubator.k8s.io", "PodGroup",         "pod group",      add_pod_group},
    {"scheduling.sigs.dev",    "PodGroup",              "pod group",      add_pod_group},
    {"scheduling.run.ai",      "PodGroup",              "pod group",      add_pod_group},
    {"scheduler.grove.io",     "PodGang",               "pod gang",       add_pod_group},
    {"scheduling.godel.kubewharf.io", "PodGroup",       "pod group",      add_pod_group},
    {"scheduling.volcano.sh",  "Queue",                 "queue",          by_value<add_volcano_queue>},
    {"kueue.x-k8s.io",         "ClusterQueue",          "cluster queue",  by_value<add_cluster_queue>},
    {"kueue.x-k8s.io",         "LocalQueue",            "local queue",    by_value<add_local_queue>},
    {"kueue.x-k8s.io",         "Cohort",                "cohort",         by_value<add_cohort>},
    {"kueue.x-k8s.io",         "ResourceFlavor",        "flavor",         by_value<add_resource_flavor>},
    {"kueue.x-k8s.io",         "Workload",              "workload",       by_value<add_kueue_workload>},
    {"kueue.x-k8s.io",         "WorkloadPriorityClass", "priority class", by_value<add_workload_priority_class>},
    {"kubectl-gang",           "Snapshot",              "head",           snapshot_head},
    {"batch",                  "Job",                   "job",            workload},
    {"batch",                  "CronJob",               "cron job",       workload},
    {"apps",                   "Deployment",            "deployment",     workload},
    {"apps",                   "ReplicaSet",            "replica set",    workload},
    {"apps",                   "StatefulSet",           "stateful set",   workload},
    {"apps",                   "DaemonSet",             "daemon set",     workload},
    {"",                       "ReplicationController", "controller",     workload},
    {"jobset.x-k8s.io",        "JobSet",                "job set",        possible_owner},
    {"ray.io",                 "RayCluster",            "Ray cluster",    add_ray_cluster},
}};
// clang-format on

} // namespace

const Kind* find_kind(std::string_view api_group, std::string_view kind) {
  const auto row = std::ranges::find_if(
      k_kinds, [&](const Kind& candidate) { return candidate.kind == kind && candidate.api_group == api_group; });
  return row == k_kinds.end() ? nullptr : &*row;
}

std::span<const Kind> kinds() { return k_kinds; }

} // namespace snapshot
