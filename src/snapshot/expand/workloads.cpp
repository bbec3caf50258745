// SPDX-License-Identifier: Apache-2.0
// The table of workload kinds.
#include "snapshot/expand/workloads.hpp"

#include "snapshot/collected/api_group.hpp"
#include "snapshot/objects/kinds.hpp"
#include "snapshot/releases/served_kinds.hpp"
#include "util/concat.hpp"
#include "util/edit_distance.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace snapshot {

namespace {

// clang-format off
constexpr std::array<WorkloadKind, 45> k_workload_kinds = {{
    {"workload.codeflare.dev",   "",        "AppWrapper",                expand_app_wrapper,                   "v1beta2"},
    {"batch",                    "",        "CronJob",                   expand_cron_job,                      "v1", TemplateOf::Api},
    {"batch.volcano.sh",         "",        "CronJob",                   expand_volcano_cron_job,              "v1alpha1"},
    {"argoproj.io",              "",        "CronWorkflow",              expand_cron_workflow,                 "v1alpha1"},
    {"apps",                     "",        "DaemonSet",                 expand_daemon_set,                    "v1", TemplateOf::Api},
    {"apps",                     "",        "Deployment",                expand_replicas,                      "v1", TemplateOf::Api},
    {"nvidia.com",               "",        "DynamoGraphDeployment",     expand_dynamo_graph_deployment,       "v1alpha1 v1beta1"},
    {"kubeflow.org",             "v1beta1", "Experiment",                expand_experiment,                    "v1beta1"},
    {"flink.apache.org",         "",        "FlinkDeployment",           expand_flink_deployment,              "v1beta1"},
    {"training.volcano.sh",      "",        "HyperJob",                  expand_hyper_job,                     "v1alpha1"},
    {"serving.kserve.io",        "v1beta1", "InferenceService",          expand_inference_service,             "v1beta1"},
    {"kubeflow.org",             "v1",      "JAXJob",                    expand_kubeflow,                      "v1"},
    {"batch",                    "",        "Job",                       expand_job,                           "v1", TemplateOf::Api},
    {"batch.volcano.sh",         "",        "Job",                       expand_volcano_job,                   "v1alpha1", TemplateOf::Api},
    {"flow.volcano.sh",          "",        "JobFlow",                   expand_job_flow,                      "v1alpha1"},
    {"jobset.x-k8s.io",          "",        "JobSet",                    expand_job_set,                       "v1alpha2", TemplateOf::Api},
    {"serving.kserve.io",        "",        "LLMInferenceService",       expand_llm_inference_service,         "v1alpha1 v1alpha2"},
    {"leaderworkerset.x-k8s.io", "",        "LeaderWorkerSet",           expand_leader_worker_set,             "v1", TemplateOf::ApiWithClaims},
    {"kubeflow.org",             "v2",      "MPIJob",                    expand_mpi_job,                       "v2beta1"},
    {"kubeflow.org",             "v1",      "MPIJob",                    expand_kubeflow,                      "v1"},
    {"kubeflow.org",             "v1",      "MXJob",                     expand_kubeflow,                      "v1"},
    {"flux-framework.org",       "",        "MiniCluster",               expand_mini_cluster,                  "v1alpha2"},
    {"apps.nvidia.com",          "",        "NIMService",                expand_nim_service,                   "v1alpha1"},
    {"kubeflow.org",             "v1",      "PaddleJob",                 expand_kubeflow,                      "v1"},
    {"",                         "",        "Pod",                       expand_pod,                           "v1", TemplateOf::Api},
    {"grove.io",                 "",        "PodCliqueSet",              expand_pod_clique_set,                "v1alpha1"},
    {"kubeflow.org",             "v1",      "PyTorchJob",                expand_kubeflow,                      "v1"},
    {"ray.io",                   "",        "RayCluster",                expand_ray_cluster,                   "v1 v1alpha1"},
    {"orchestration.aibrix.ai",  "",        "RayClusterFleet",           expand_ray_cluster_fleet,             "v1alpha1"},
    {"ray.io",                   "",        "RayCronJob",                expand_ray_cron_job,                  "v1"},
    {"ray.io",                   "",        "RayJob",                    expand_ray_job,                       "v1 v1alpha1"},
    {"ray.io",                   "",        "RayService",                expand_ray_service,                   "v1 v1alpha1"},
    {"apps",                     "",        "ReplicaSet",                expand_replicas,                      "v1", TemplateOf::Api},
    {"",                         "",        "ReplicationController",     expand_replicas,                      "v1", TemplateOf::Api},
    {"workloads.x-k8s.io",       "",        "RoleBasedGroup",            expand_role_based_group,              "v1alpha1 v1alpha2"},
    {"sparkoperator.k8s.io",     "",        "ScheduledSparkApplication", expand_scheduled_spark_application,   "v1beta2"},
    {"sparkoperator.k8s.io",     "",        "SparkApplication",          expand_spark_application,             "v1beta2"},
    {"spark.apache.org",         "",        "SparkApplication",          expand_apache_spark,                  "v1 v1beta1 v1alpha1"},
    {"apps",                     "",        "StatefulSet",               expand_stateful_set,                  "v1", TemplateOf::ApiWithClaims},
    {"kubeflow.org",             "v1alpha", "TFJob",                     expand_old_tf_job,                    "v1alpha1 v1alpha2"},
    {"kubeflow.org",             "v1beta",  "TFJob",                     expand_old_tf_job,                    "v1beta1 v1beta2"},
    {"kubeflow.org",             "v1",      "TFJob",                     expand_kubeflow,                      "v1"},
    {"trainer.kubeflow.org",     "",        "TrainJob",                  expand_train_job,                     "v1alpha1"},
    {"argoproj.io",              "",        "Workflow",                  expand_workflow,                      "v1alpha1"},
    {"kubeflow.org",             "v1",      "XGBoostJob",                expand_kubeflow,                      "v1"},
}};
// clang-format on

// Kinds that make no pods of their own, and that no cluster lists.
struct CompanionKind {
  std::string_view api_group, kind, served;
};
constexpr std::array<CompanionKind, 13> k_companion_kinds = {
    {{"flow.volcano.sh", "JobTemplate", "v1alpha1"},
     {"gateway.networking.k8s.io", "GRPCRoute", "v1 v1alpha2"},
     {"gateway.networking.k8s.io", "HTTPRoute", "v1 v1beta1"},
     {"inference.networking.k8s.io", "InferencePool", "v1"},
     {"inference.networking.x-k8s.io", "InferencePool", "v1alpha2"},
     {"monitoring.coreos.com", "PodMonitor", "v1"},
     {"monitoring.coreos.com", "PrometheusRule", "v1"},
     {"monitoring.coreos.com", "ServiceMonitor", "v1"},
     {"serving.kserve.io", "ClusterServingRuntime", "v1alpha1"},
     {"serving.kserve.io", "LLMInferenceServiceConfig", "v1alpha1 v1alpha2"},
     {"serving.kserve.io", "ServingRuntime", "v1alpha1"},
     {"trainer.kubeflow.org", "ClusterTrainingRuntime", "v1alpha1"},
     {"trainer.kubeflow.org", "TrainingRuntime", "v1alpha1"}}};

// A version of Kubernetes' own groups, and the releases that serve it. (pkg/registry/scheduling/rest)
struct NativeVersion {
  std::string_view kind, version;
  int first, last;
};

constexpr int k_newest_release = 37; // what later ones serve is not known
constexpr std::array<NativeVersion, 8> k_native_releases = {{{"Workload", "v1alpha1", 35, 35},
                                                             {"Workload", "v1alpha2", 36, 36},
                                                             {"PodGroup", "v1alpha2", 36, 36},
                                                             {"Workload", "v1alpha3", 37, 37},
                                                             {"PodGroup", "v1alpha3", 37, 37},
                                                             {"CompositePodGroup", "v1alpha3", 37, 37},
                                                             {"Workload", "v1beta1", 37, 37},
                                                             {"PodGroup", "v1beta1", 37, 37}}};

} // namespace

std::span<const WorkloadKind> workload_kinds() { return k_workload_kinds; }

const WorkloadKind* find_workload_kind(std::string_view api_version, std::string_view kind) {
  const std::string_view api_group = api_group_of(api_version);
  const std::string_view version = api_version.substr(api_group.empty() ? 0 : api_group.size() + 1);
  const auto row = std::ranges::find_if(k_workload_kinds, [&](const WorkloadKind& candidate) {
    return candidate.kind == kind && candidate.api_group == api_group && version.starts_with(candidate.version);
  });
  return row == k_workload_kinds.end() ? nullptr : &*row;
}

bool is_served_version(std::string_view api_version, std::string_view kind) {
  const std::string_view api_group = api_group_of(api_version);
  const std::string_view version = api_version.substr(api_group.empty() ? 0 : api_group.size() + 1);
  bool is_workload = false;
  for (const WorkloadKind& row : k_workload_kinds) {
    if (row.kind != kind || row.api_group != api_group) { continue; }
    is_workload = true;
    if (is_word_of(row.served, version)) { return true; }
  }
  if (is_workload) { return false; }
  for (const CompanionKind& row : k_companion_kinds) {
    if (row.kind == kind && row.api_group == api_group) { return is_word_of(row.served, version); }
  }
  const Kind* list = find_listed_kind(api_group, kind);
  return !list || std::ranges::find(list->versions, version) != list->versions.end();
}

bool is_in_release(std::string_view api_version, std::string_view kind, int minor) {
  constexpr std::string_view k_group = "scheduling.k8s.io/";
  const auto is_kind = [&](const NativeVersion& row) { return row.kind == kind; };
  if (minor > k_newest_release || !api_version.starts_with(k_group) ||
      std::ranges::none_of(k_native_releases, is_kind)) {
    return true;
  }
  return std::ranges::any_of(k_native_releases, [&](const NativeVersion& row) {
    return is_kind(row) && row.version == api_version.substr(k_group.size()) && row.first <= minor && minor <= row.last;
  });
}

std::string meant_kind(std::string_view api_version, std::string_view kind) {
  const std::string_view api_group = api_group_of(api_version);
  const auto same = std::ranges::find(k_workload_kinds, kind, &WorkloadKind::kind);
  if (same != k_workload_kinds.end()) {
    return util::concat("; did you mean ", same->kind, " of ", same->api_group.empty() ? "v1" : same->api_group, '?');
  }
  std::vector<std::string_view> kinds;
  for (const WorkloadKind& row : k_workload_kinds) {
    if (row.api_group == api_group) { kinds.push_back(row.kind); }
  }
  return util::did_you_mean(kind, kinds);
}

std::string known_workload_kinds() {
  std::string text;
  std::string_view last;
  for (const WorkloadKind& row : k_workload_kinds) {
    if (row.kind == std::exchange(last, row.kind)) { continue; } // another version
    if (&row != &k_workload_kinds.front()) { text += &row == &k_workload_kinds.back() ? " and " : ", "; }
    text += row.kind;
  }
  return text;
}

} // namespace snapshot
