// SPDX-License-Identifier: Apache-2.0
// The table of lists. A kind that kinds.cpp reads has a row here, and the other way round (a test holds that).
#include "snapshot/objects/lists.hpp"

#include <array>

namespace snapshot {

namespace {

constexpr std::array<std::string_view, 1> k_v1 = {"v1"};
constexpr std::array<std::string_view, 2> k_batch = {"v1", "v1beta1"};
constexpr std::array<std::string_view, 2> k_storage = {"v1", "v1beta1"};
constexpr std::array<std::string_view, 3> k_devices = {"v1", "v1beta2", "v1beta1"};
constexpr std::array<std::string_view, 1> k_v1alpha1 = {"v1alpha1"};
constexpr std::array<std::string_view, 4> k_native_versions = {"v1", "v1beta1", "v1alpha3", "v1alpha2"};
constexpr std::array<std::string_view, 5> k_native_workload_versions = {"v1", "v1beta1", "v1alpha3", "v1alpha2",
                                                                        "v1alpha1"};
constexpr std::array<std::string_view, 1> k_composite_versions = {"v1alpha3"};
constexpr std::array<std::string_view, 1> k_volcano_versions = {"v1beta1"};
constexpr std::array<std::string_view, 3> k_kueue_versions = {"v1beta2", "v1beta1", "v1alpha1"}; // Cohorts began there
constexpr std::array<std::string_view, 1> k_kube_batch_versions = {"v1alpha2"};
constexpr std::array<std::string_view, 1> k_kai_versions = {"v2alpha2"};
constexpr std::array<std::string_view, 1> k_job_set_versions = {"v1alpha2"};
constexpr std::array<std::string_view, 2> k_ray_versions = {"v1", "v1alpha1"};

// clang-format off
constexpr std::array<List, 49> k_lists = {{
    {"scheduling.x-k8s.io",    "podgroups",              "PodGroup",              k_v1alpha1,  "", "pod groups are not known"},
    {"scheduling.sigs.k8s.io", "podgroups",              "PodGroup",              k_v1alpha1,  "", "pod groups of 2021 are not known"},
    {"scheduling.k8s.io",      "podgroups",              "PodGroup",              k_native_versions,  "", "pod groups of Kubernetes itself are not known"},
    {"scheduling.k8s.io",      "workloads",              "Workload",              k_native_workload_versions, "", "pod groups of Kubernetes 1.35 are not known"},
    {"scheduling.k8s.io",      "compositepodgroups",     "CompositePodGroup",     k_composite_versions, "", "it is not known which pod groups stand below others"},
    {"scheduling.volcano.sh",  "podgroups",              "PodGroup",              k_volcano_versions, "", "pod groups of Volcano are not known"},
    {"scheduling.incubator.k8s.io", "podgroups",         "PodGroup",              k_v1alpha1,  "", "pod groups of kube-batch are not known"},
    {"scheduling.sigs.dev",    "podgroups",              "PodGroup",              k_kube_batch_versions, "", "pod groups of kube-batch are not known"},
    {"scheduling.run.ai",      "podgroups",              "PodGroup",              k_kai_versions,     "", "pod groups of KAI are not known"},
    {"scheduler.grove.io",     "podgangs",               "PodGang",               k_v1alpha1,  "", "pod gangs of Grove are not known"},
    {"scheduling.godel.kubewharf.io", "podgroups",       "PodGroup",              k_v1alpha1,  "", "pod groups of Goedel are not known"},
    {"scheduling.volcano.sh",  "queues",                "Queue",                 k_volcano_versions, "", "it is not known what queues of Volcano let in"},
    {"kueue.x-k8s.io",         "resourceflavors",       "ResourceFlavor",        k_kueue_versions,   "", "it is not known which flavors of Kueue will do"},
    {"kueue.x-k8s.io",         "cohorts",               "Cohort",                k_kueue_versions,   "", "it is not known what cohorts of Kueue lend"},
    {"kueue.x-k8s.io",         "clusterqueues",         "ClusterQueue",          k_kueue_versions,   "", "it is not known what Kueue admits"},
    {"kueue.x-k8s.io",         "localqueues",           "LocalQueue",            k_kueue_versions,   "", "it is not known to which queue of Kueue workloads go"},
    {"kueue.x-k8s.io",         "workloads",             "Workload",              k_kueue_versions,   "", "it is not known what waits for Kueue, and what it has admitted"},
    {"kueue.x-k8s.io",         "workloadpriorityclasses", "WorkloadPriorityClass", k_kueue_versions,  "", "dry-run does not know Kueue's priorities by name"},
    {"",                       "namespaces",             "Namespace",             k_v1,      "", "affinity terms that select namespaces match none"},
    {"scheduling.k8s.io",      "priorityclasses",        "PriorityClass",         k_v1,      "", "dry-run does not know priorities by name"},
    {"",                       "serviceaccounts",        "ServiceAccount",        k_v1,      "", "dry-run does not know which service accounts exist"},
    {"",                       "limitranges",            "LimitRange",            k_v1,      "", "dry-run does not know default requests"},
    {"",                       "resourcequotas",        "ResourceQuota",         k_v1,      "", "it is not known what quotas leave"},
    {"node.k8s.io",            "runtimeclasses",         "RuntimeClass",          k_v1,      "", "dry-run does not know what a runtime class adds"},
    {"policy",                 "poddisruptionbudgets",   "PodDisruptionBudget",   k_v1,      "", "preemption takes no heed of budgets"},
    {"",                       "services",               "Service",               k_v1,      "", "pods are not spread by their services"},
    {"",                       "replicationcontrollers", "ReplicationController", k_v1,      "", "pods are not spread by their controllers"},
    {"apps",                   "replicasets",            "ReplicaSet",            k_v1,      "", "pods are not spread by their replica sets, nor found by their deployments"},
    {"apps",                   "statefulsets",           "StatefulSet",           k_v1,      "", "pods are not spread by their stateful sets"},
    {"apps",                   "deployments",            "Deployment",            k_v1,      "", "dry-run does not know which deployments exist"},
    {"apps",                   "daemonsets",             "DaemonSet",             k_v1,      "", "dry-run does not know which daemon sets exist"},
    {"batch",                  "jobs",                   "Job",                   k_v1,      "", "pods are not found by their cron jobs"},
    {"batch",                  "cronjobs",               "CronJob",               k_batch,   "", "dry-run does not know which cron jobs exist"},
    {"jobset.x-k8s.io",        "jobsets",               "JobSet",                k_job_set_versions, "", "pods are not found by their TrainJobs"},
    {"ray.io",                 "rayclusters",           "RayCluster",            k_ray_versions,     "", "pods are not found by their RayJobs and RayServices"},
    {"",                       "persistentvolumeclaims", "PersistentVolumeClaim", k_v1,      "", "it is not known which volumes are ready"},
    {"",                       "persistentvolumes",      "PersistentVolume",      k_v1,      "", "it is not known from which nodes volumes can be reached"},
    {"storage.k8s.io",         "storageclasses",         "StorageClass",          k_v1,      "", "it is not known when volumes are made"},
    {"storage.k8s.io",         "csinodes",               "CSINode",               k_v1,      "", "limits of volumes per node are not known"},
    {"storage.k8s.io",         "csidrivers",             "CSIDriver",             k_v1,      "", "it is not known whether drivers report capacity"},
    {"storage.k8s.io",         "csistoragecapacities",   "CSIStorageCapacity",    k_storage, "", "it is not known where there is room for volumes"},
    {"storage.k8s.io",         "volumeattachments",      "VolumeAttachment",      k_v1,      "", "limits of volumes per node are not known"},
    {"resource.k8s.io",        "resourceclaims",         "ResourceClaim",         k_devices, "", "it is not known which devices are taken"},
    {"resource.k8s.io",        "resourceslices",         "ResourceSlice",         k_devices, "", "it is not known which devices there are"},
    {"resource.k8s.io",        "deviceclasses",          "DeviceClass",           k_devices, "", "it is not known which devices are asked for"},
    {"",                       "events",                 "Event",                 k_v1,      "involvedObject.kind=Pod,reason=FailedScheduling", "queue times are those of creation"},
    {"coordination.k8s.io",    "leases",                 "Lease",                 k_v1,      "metadata.namespace!=kube-node-lease", "it is not known which schedulers are at work", "kube-system"},
    {"",                       "nodes",                  "Node",                  k_v1,      "", "nothing can be placed"},
    {"",                       "pods",                   "Pod",                   k_v1,      "", "there is nothing to schedule, and nodes seem empty"},
}};
// clang-format on

} // namespace

std::span<const List> lists() { return k_lists; }

} // namespace snapshot
