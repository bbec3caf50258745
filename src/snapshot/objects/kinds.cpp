// SPDX-License-Identifier: Apache-2.0
// The table of kinds: the function that reads each kind, and how to list it from a live cluster. Except for our own
// Snapshot, the version of an object does not matter: the fields that we read have the same meaning in all versions.
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
#include "snapshot/queues/decode_kai_queue.hpp"
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

// Reads only the owner of custom kinds that sit between pods and the object that the user created.
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

constexpr std::array<std::string_view, 1> k_v1 = {"v1"};
constexpr std::array<std::string_view, 2> k_batch = {"v1", "v1beta1"};
constexpr std::array<std::string_view, 2> k_storage = {"v1", "v1beta1"};
constexpr std::array<std::string_view, 3> k_devices = {"v1", "v1beta2", "v1beta1"};
constexpr std::array<std::string_view, 3> k_taint_rules = {"v1", "v1beta2", "v1alpha3"};
constexpr std::array<std::string_view, 1> k_v1alpha1 = {"v1alpha1"};
constexpr std::array<std::string_view, 4> k_native_versions = {"v1", "v1beta1", "v1alpha3", "v1alpha2"};
constexpr std::array<std::string_view, 5> k_native_workload_versions = {"v1", "v1beta1", "v1alpha3", "v1alpha2",
                                                                        "v1alpha1"};
constexpr std::array<std::string_view, 1> k_composite_versions = {"v1alpha3"};
constexpr std::array<std::string_view, 1> k_volcano_versions = {"v1beta1"};
constexpr std::array<std::string_view, 2> k_kueue_versions = {"v1beta2", "v1beta1"};
constexpr std::array<std::string_view, 3> k_young_kueue_versions = {"v1beta2", "v1beta1", "v1alpha1"};
constexpr std::array<std::string_view, 1> k_kube_batch_versions = {"v1alpha2"};
constexpr std::array<std::string_view, 1> k_kai_versions = {"v2alpha2"};
constexpr std::array<std::string_view, 1> k_kai_queue_versions = {"v2"};
constexpr std::array<std::string_view, 2> k_topology_versions = {"v1alpha2", "v1alpha1"};
constexpr std::array<std::string_view, 1> k_job_set_versions = {"v1alpha2"};
constexpr std::array<std::string_view, 2> k_mpi_versions = {"v2beta1", "v1"};
constexpr std::array<std::string_view, 2> k_ray_versions = {"v1", "v1alpha1"};
constexpr std::array<std::string_view, 3> k_policy_versions = {"v1", "v1beta1", "v1alpha1"};
constexpr std::array<std::string_view, 2> k_autoscaler_versions = {"v2", "v1"};
constexpr std::array<std::string_view, 2> k_capsule_versions = {"v1beta2", "v1beta1"};
constexpr std::array<std::string_view, 1> k_hierarchical_versions = {"v1alpha2"};
constexpr std::array<std::string_view, 1> k_app_wrapper_versions = {"v1beta2"};
constexpr std::array<std::string_view, 3> k_llm_versions = {"v1", "v1alpha2", "v1alpha1"};
constexpr std::array<std::string_view, 2> k_spark_versions = {"v1beta2", "v1"};

// Of the events that kubelets and schedulers write for pods, all but the frequent ones. A selector cannot name several
// reasons that it wants.
constexpr std::string_view k_failures_of_pods =
    "involvedObject.kind=Pod,reason!=BackOff,reason!=Created,reason!=Failed,reason!=Killing,reason!=Pulled,"
    "reason!=Pulling,reason!=Scheduled,reason!=Started,reason!=SuccessfulAttachVolume,reason!=Unhealthy";

// Kinds that a live cluster lists come first, in the order in which answers depend on them. Pods are the last of these,
// so that they are not older than the objects that they refer to. Kinds that no live cluster lists follow. Rows without
// a decoder are kinds, mostly of other systems, whose objects limit or change pods, end them, or hold their templates:
// Builder reads of them what an answer may rest on.
// clang-format off
constexpr std::array<Kind, 91> k_kinds = {{
    {"scheduling.x-k8s.io",           "PodGroup",                         "pod group",           add_pod_group,                         "podgroups",                         k_v1alpha1,                 "pod groups are not known"},
    {"scheduling.sigs.k8s.io",        "PodGroup",                         "pod group",           add_pod_group,                         "podgroups",                         k_v1alpha1,                 "pod groups of 2021 are not known"},
    {"scheduling.k8s.io",             "PodGroup",                         "pod group",           add_pod_group,                         "podgroups",                         k_native_versions,          "pod groups of Kubernetes itself are not known"},
    {"scheduling.k8s.io",             "Workload",                         "workload",            native_workload,                       "workloads",                         k_native_workload_versions, "pod groups of Kubernetes 1.35 are not known"},
    {"scheduling.k8s.io",             "CompositePodGroup",                "composite pod group", composite_group,                       "compositepodgroups",                k_composite_versions,       "it is not known which pod groups stand below others"},
    {"scheduling.volcano.sh",         "PodGroup",                         "pod group",           add_pod_group,                         "podgroups",                         k_volcano_versions,         "pod groups of Volcano are not known"},
    {"scheduling.incubator.k8s.io",   "PodGroup",                         "pod group",           add_pod_group,                         "podgroups",                         k_v1alpha1,                 "pod groups of kube-batch are not known"},
    {"scheduling.sigs.dev",           "PodGroup",                         "pod group",           add_pod_group,                         "podgroups",                         k_kube_batch_versions,      "pod groups of kube-batch are not known"},
    {"scheduling.run.ai",             "PodGroup",                         "pod group",           add_pod_group,                         "podgroups",                         k_kai_versions,             "pod groups of KAI are not known"},
    {"scheduler.grove.io",            "PodGang",                          "pod gang",            add_pod_group,                         "podgangs",                          k_v1alpha1,                 "pod gangs of Grove are not known"},
    {"scheduling.godel.kubewharf.io", "PodGroup",                         "pod group",           add_pod_group,                         "podgroups",                         k_v1alpha1,                 "pod groups of Goedel are not known"},
    {"scheduling.volcano.sh",         "Queue",                            "queue",               by_value<add_volcano_queue>,           "queues",                            k_volcano_versions,         "it is not known what queues of Volcano let in"},
    {"scheduling.run.ai",             "Queue",                            "queue",               by_value<add_kai_queue>,               "queues",                            k_kai_queue_versions,       "it is not known what queues of KAI allow"},
    {"kueue.x-k8s.io",                "ResourceFlavor",                   "flavor",              by_value<add_resource_flavor>,         "resourceflavors",                   k_kueue_versions,           "it is not known which flavors of Kueue will do"},
    {"kueue.x-k8s.io",                "Topology",                         "topology",            by_value<add_kueue_topology>,          "topologies",                        k_young_kueue_versions,     "it is not known on which nodes Kueue can place pods by topology"},
    {"kueue.x-k8s.io",                "Cohort",                           "cohort",              by_value<add_cohort>,                  "cohorts",                           k_young_kueue_versions,     "it is not known what cohorts of Kueue lend"},
    {"kueue.x-k8s.io",                "ClusterQueue",                     "cluster queue",       by_value<add_cluster_queue>,           "clusterqueues",                     k_kueue_versions,           "it is not known what Kueue admits"},
    {"kueue.x-k8s.io",                "LocalQueue",                       "local queue",         by_value<add_local_queue>,             "localqueues",                       k_kueue_versions,           "it is not known to which queue of Kueue workloads go"},
    {"kueue.x-k8s.io",                "Workload",                         "workload",            by_value<add_kueue_workload>,          "workloads",                         k_kueue_versions,           "it is not known what waits for Kueue, and what it has admitted"},
    {"kueue.x-k8s.io",                "WorkloadPriorityClass",            "priority class",      by_value<add_workload_priority_class>, "workloadpriorityclasses",           k_kueue_versions,           "dry-run does not know Kueue's priorities by name"},
    {"",                              "Namespace",                        "namespace",           by_value<add_namespace>,               "namespaces",                        k_v1,                       "affinity terms that select namespaces match none"},
    {"scheduling.k8s.io",             "PriorityClass",                    "priority class",      by_value<add_priority_class>,          "priorityclasses",                   k_v1,                       "dry-run does not know priorities by name"},
    {"",                              "ServiceAccount",                   "service account",     by_value<add_service_account>,         "serviceaccounts",                   k_v1,                       "dry-run does not know which service accounts exist"},
    {"",                              "LimitRange",                       "limit range",         by_value<add_limit_range>,             "limitranges",                       k_v1,                       "dry-run does not know default requests"},
    {"",                              "ResourceQuota",                    "quota",               by_value<add_resource_quota>,          "resourcequotas",                    k_v1,                       "it is not known what quotas leave"},
    {"node.k8s.io",                   "RuntimeClass",                     "runtime class",       by_value<add_runtime_class>,           "runtimeclasses",                    k_v1,                       "dry-run does not know what a runtime class adds"},
    {"policy",                        "PodDisruptionBudget",              "disruption budget",   by_value<add_disruption_budget>,       "poddisruptionbudgets",              k_v1,                       "preemption takes no heed of budgets"},
    {"",                              "Service",                          "service",             by_value<add_service>,                 "services",                          k_v1,                       "pods are not spread by their services"},
    {"",                              "ReplicationController",            "controller",          workload,                              "replicationcontrollers",            k_v1,                       "pods are not spread by their controllers"},
    {"apps",                          "ReplicaSet",                       "replica set",         workload,                              "replicasets",                       k_v1,                       "pods are not spread by their replica sets, nor found by their deployments"},
    {"apps",                          "StatefulSet",                      "stateful set",        workload,                              "statefulsets",                      k_v1,                       "pods are not spread by their stateful sets"},
    {"apps",                          "Deployment",                       "deployment",          workload,                              "deployments",                       k_v1,                       "dry-run does not know which deployments exist"},
    {"apps",                          "DaemonSet",                        "daemon set",          workload,                              "daemonsets",                        k_v1,                       "dry-run does not know which daemon sets exist"},
    {"batch",                         "Job",                              "job",                 workload,                              "jobs",                              k_v1,                       "pods are not found by their cron jobs"},
    {"batch",                         "CronJob",                          "cron job",            workload,                              "cronjobs",                          k_batch,                    "dry-run does not know which cron jobs exist"},
    {"jobset.x-k8s.io",               "JobSet",                           "job set",             possible_owner,                        "jobsets",                           k_job_set_versions,         "pods are not found by their TrainJobs"},
    {"ray.io",                        "RayCluster",                       "Ray cluster",         add_ray_cluster,                       "rayclusters",                       k_ray_versions,             "pods are not found by their RayJobs and RayServices"},
    {"kubeflow.org",                  "JAXJob",                           "JAX job",             possible_owner,                        "jaxjobs",                           k_v1,                       "it is not known how many pods JAXJobs want"},
    {"kubeflow.org",                  "MPIJob",                           "MPI job",             possible_owner,                        "mpijobs",                           k_mpi_versions,             "it is not known how many pods MPIJobs want"},
    {"kubeflow.org",                  "PaddleJob",                        "Paddle job",          possible_owner,                        "paddlejobs",                        k_v1,                       "it is not known how many pods PaddleJobs want"},
    {"kubeflow.org",                  "PyTorchJob",                       "PyTorch job",         possible_owner,                        "pytorchjobs",                       k_v1,                       "it is not known how many pods PyTorchJobs want"},
    {"kubeflow.org",                  "TFJob",                            "TensorFlow job",      possible_owner,                        "tfjobs",                            k_v1,                       "it is not known how many pods TFJobs want"},
    {"kubeflow.org",                  "XGBoostJob",                       "XGBoost job",         possible_owner,                        "xgboostjobs",                       k_v1,                       "it is not known how many pods XGBoostJobs want"},
    {"batch.volcano.sh",              "Job",                              "job of Volcano",      possible_owner,                        "jobs",                              k_v1alpha1,                 "it is not known how many pods Jobs of Volcano want"},
    {"",                              "PersistentVolumeClaim",            "claim",               by_value<add_persistent_volume_claim>, "persistentvolumeclaims",            k_v1,                       "it is not known which volumes are ready"},
    {"",                              "PersistentVolume",                 "volume",              by_value<add_persistent_volume>,       "persistentvolumes",                 k_v1,                       "it is not known from which nodes volumes can be reached"},
    {"storage.k8s.io",                "StorageClass",                     "storage class",       by_value<add_storage_class>,           "storageclasses",                    k_v1,                       "it is not known when volumes are made"},
    {"storage.k8s.io",                "CSINode",                          "CSI node",            by_value<add_csi_node>,                "csinodes",                          k_v1,                       "limits of volumes per node are not known"},
    {"storage.k8s.io",                "CSIDriver",                        "CSI driver",          by_value<add_csi_driver>,              "csidrivers",                        k_v1,                       "it is not known whether drivers report capacity"},
    {"storage.k8s.io",                "CSIStorageCapacity",               "storage capacity",    by_value<add_csi_storage_capacity>,    "csistoragecapacities",              k_storage,                  "it is not known which nodes have capacity for volumes"},
    {"storage.k8s.io",                "VolumeAttachment",                 "attachment",          by_value<add_volume_attachment>,       "volumeattachments",                 k_v1,                       "limits of volumes per node are not known"},
    {"resource.k8s.io",               "ResourceClaim",                    "resource claim",      by_value<add_resource_claim>,          "resourceclaims",                    k_devices,                  "it is not known which devices are taken"},
    {"resource.k8s.io",               "ResourceSlice",                    "resource slice",      by_value<add_resource_slice>,          "resourceslices",                    k_devices,                  "it is not known which devices there are"},
    {"resource.k8s.io",               "DeviceClass",                      "device class",        by_value<add_device_class>,            "deviceclasses",                     k_devices,                  "it is not known which devices are asked for"},
    {"resource.k8s.io",               "DeviceTaintRule",                  "taint rule",          by_value<add_device_taint_rule>,       "devicetaintrules",                  k_taint_rules,              "it is not known which devices are tainted"},
    {"admissionregistration.k8s.io",  "ValidatingWebhookConfiguration",   "",                    nullptr,                               "validatingwebhookconfigurations",   k_v1,                       "it is not known which webhooks refuse pods"},
    {"admissionregistration.k8s.io",  "MutatingWebhookConfiguration",     "",                    nullptr,                               "mutatingwebhookconfigurations",     k_v1,                       "it is not known which webhooks change pods"},
    {"admissionregistration.k8s.io",  "ValidatingAdmissionPolicy",        "",                    nullptr,                               "validatingadmissionpolicies",       k_policy_versions,          "it is not known which admission policies refuse pods"},
    {"admissionregistration.k8s.io",  "ValidatingAdmissionPolicyBinding", "",                    nullptr,                               "validatingadmissionpolicybindings", k_policy_versions,          "it is not known which admission policies refuse pods"},
    {"admissionregistration.k8s.io",  "MutatingAdmissionPolicy",          "",                    nullptr,                               "mutatingadmissionpolicies",         k_policy_versions,          "it is not known which admission policies change pods"},
    {"admissionregistration.k8s.io",  "MutatingAdmissionPolicyBinding",   "",                    nullptr,                               "mutatingadmissionpolicybindings",   k_policy_versions,          "it is not known which admission policies change pods"},
    {"scheduling.x-k8s.io",           "ElasticQuota",                     "",                    nullptr,                               "elasticquotas",                     k_v1alpha1,                 "it is not known what elastic quotas limit"},
    {"scheduling.sigs.k8s.io",        "ElasticQuota",                     "",                    nullptr,                               "elasticquotas",                     k_v1alpha1,                 "it is not known which quotas of Koordinator refuse pods"},
    {"config.koordinator.sh",         "ClusterColocationProfile",         "",                    nullptr,                               "clustercolocationprofiles",         k_v1alpha1,                 "it is not known which pods Koordinator changes"},
    {"quota.openshift.io",            "ClusterResourceQuota",             "",                    nullptr,                               "clusterresourcequotas",             k_v1,                       "it is not known what quotas of OpenShift leave"},
    {"config.openshift.io",           "Scheduler",                        "",                    nullptr,                               "schedulers",                        k_v1,                       "it is not known which nodes OpenShift selects by default"},
    {"hnc.x-k8s.io",                  "HierarchicalResourceQuota",        "",                    nullptr,                               "hierarchicalresourcequotas",        k_hierarchical_versions,    "it is not known what hierarchical quotas leave"},
    {"capsule.clastix.io",            "Tenant",                           "",                    nullptr,                               "tenants",                           k_capsule_versions,         "it is not known what tenants of Capsule allow"},
    {"autoscaling",                   "HorizontalPodAutoscaler",          "",                    nullptr,                               "horizontalpodautoscalers",          k_autoscaler_versions,      "it is not known which autoscalers set numbers of pods"},
    {"autoscaling.k8s.io",            "VerticalPodAutoscaler",            "",                    nullptr,                               "verticalpodautoscalers",            k_v1,                       "it is not known which autoscalers set requests"},
    {"keda.sh",                       "ScaledObject",                     "",                    nullptr,                               "scaledobjects",                     k_v1alpha1,                 "it is not known which autoscalers set numbers of pods"},
    {"workload.codeflare.dev",        "AppWrapper",                       "",                    nullptr,                               "appwrappers",                       k_app_wrapper_versions,     "it is not known which AppWrappers are reset"},
    {"ray.io",                        "RayJob",                           "",                    nullptr,                               "rayjobs",                           k_ray_versions,             "it is not known which RayJobs have ended"},
    {"trainer.kubeflow.org",          "TrainJob",                         "",                    nullptr,                               "trainjobs",                         k_v1alpha1,                 "it is not known which TrainJobs have ended"},
    {"argoproj.io",                   "CronWorkflow",                     "",                    nullptr,                               "cronworkflows",                     k_v1alpha1,                 "it is not known which CronWorkflows have active runs"},
    {"sparkoperator.k8s.io",          "SparkApplication",                 "",                    nullptr,                               "sparkapplications",                 k_spark_versions,           "it is not known which SparkApplications have ended"},
    {"sparkoperator.k8s.io",          "ScheduledSparkApplication",        "",                    nullptr,                               "scheduledsparkapplications",        k_spark_versions,           "it is not known which of their runs are active"},
    {"resource.k8s.io",               "ResourceClaimTemplate",            "",                    nullptr,                               "resourceclaimtemplates",            k_devices,                  "dry-run does not know which devices templates ask for"},
    {"trainer.kubeflow.org",          "TrainingRuntime",                  "",                    nullptr,                               "trainingruntimes",                  k_v1alpha1,                 "dry-run does not know which pods TrainJobs make"},
    {"trainer.kubeflow.org",          "ClusterTrainingRuntime",           "",                    nullptr,                               "clustertrainingruntimes",           k_v1alpha1,                 "dry-run does not know which pods TrainJobs make"},
    {"serving.kserve.io",             "ServingRuntime",                   "",                    nullptr,                               "servingruntimes",                   k_v1alpha1,                 "dry-run does not know what pods of InferenceServices ask for"},
    {"serving.kserve.io",             "ClusterServingRuntime",            "",                    nullptr,                               "clusterservingruntimes",            k_v1alpha1,                 "dry-run does not know what pods of InferenceServices ask for"},
    {"serving.kserve.io",             "LLMInferenceServiceConfig",        "",                    nullptr,                               "llminferenceserviceconfigs",        k_llm_versions,             "dry-run does not know which pods LLMInferenceServices make"},
    {"flow.volcano.sh",               "JobTemplate",                      "",                    nullptr,                               "jobtemplates",                      k_v1alpha1,                 "dry-run does not know which Jobs JobFlows make"},
    {"",                              "Event",                            "event",               by_value<add_event>,                   "events",                            k_v1,                       "queue times are those of creation", k_failures_of_pods},
    {"coordination.k8s.io",           "Lease",                            "lease",               by_value<add_lease>,                   "leases",                            k_v1,                       "it is not known which schedulers are at work", "metadata.namespace!=kube-node-lease", "kube-system"},
    {"topology.node.k8s.io",          "NodeResourceTopology",             "node topology",       by_value<add_node_topology>,           "noderesourcetopologies",            k_topology_versions,        "it is not known which kubelets reject pods by their NUMA nodes"},
    {"",                              "Node",                             "node",                by_value<add_node>,                    "nodes",                             k_v1,                       "nothing can be placed"},
    {"",                              "Pod",                              "pod",                 add_pod,                               "pods",                              k_v1,                       "there is nothing to schedule, and nodes seem empty"},
    {"events.k8s.io",                 "Event",                            "event",               by_value<add_event>},
    {"kubectl-gang",                  "Snapshot",                         "head",                snapshot_head},
}};
// clang-format on

} // namespace

const Kind* find_kind(std::string_view api_group, std::string_view kind) {
  // Search backwards, because most objects are pods.
  const auto row = std::find_if(k_kinds.rbegin(), k_kinds.rend(), [&](const Kind& candidate) {
    return candidate.add && candidate.kind == kind && candidate.api_group == api_group;
  });
  return row == k_kinds.rend() ? nullptr : &*row;
}

std::span<const Kind> kinds() { return k_kinds; }

std::span<const Kind> listed_kinds() {
  const auto end = std::ranges::find(k_kinds, std::string_view(), &Kind::resource);
  return {k_kinds.begin(), end};
}

const Kind* find_listed_kind(std::string_view api_group, std::string_view kind) {
  const std::span<const Kind> listed = listed_kinds();
  const auto row = std::ranges::find_if(
      listed, [&](const Kind& candidate) { return candidate.kind == kind && candidate.api_group == api_group; });
  return row == listed.end() ? nullptr : &*row;
}

} // namespace snapshot
