// SPDX-License-Identifier: Apache-2.0
// The table of workload kinds.
#include "snapshot/workloads.hpp"

#include "snapshot/kinds.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace snapshot {

namespace {

// clang-format off
constexpr std::array<WorkloadKind, 35> k_workload_kinds = {{
    {"workload.codeflare.dev",  "",        "AppWrapper",                expand_app_wrapper},
    {"batch",                   "",        "CronJob",                   expand_cron_job},
    {"batch.volcano.sh",        "",        "CronJob",                   expand_volcano_cron_job},
    {"argoproj.io",             "",        "CronWorkflow",              expand_cron_workflow},
    {"apps",                    "",        "DaemonSet",                 expand_daemon_set},
    {"apps",                    "",        "Deployment",                expand_replicas},
    {"serving.kserve.io",       "v1beta1", "InferenceService",          expand_inference_service},
    {"kubeflow.org",            "v1",      "JAXJob",                    expand_kubeflow},
    {"batch",                   "",        "Job",                       expand_job},
    {"batch.volcano.sh",        "",        "Job",                       expand_volcano_job},
    {"flow.volcano.sh",         "",        "JobFlow",                   expand_job_flow},
    {"jobset.x-k8s.io",         "",        "JobSet",                    expand_job_set},
    {"leaderworkerset.x-k8s.io","",        "LeaderWorkerSet",           expand_leader_worker_set},
    {"kubeflow.org",            "v2",      "MPIJob",                    expand_mpi_job},
    {"kubeflow.org",            "v1",      "MPIJob",                    expand_kubeflow},
    {"kubeflow.org",            "v1",      "MXJob",                     expand_kubeflow},
    {"kubeflow.org",            "v1",      "PaddleJob",                 expand_kubeflow},
    {"",                        "",        "Pod",                       expand_pod},
    {"grove.io",                "",        "PodCliqueSet",              expand_pod_clique_set},
    {"kubeflow.org",            "v1",      "PyTorchJob",                expand_kubeflow},
    {"ray.io",                  "",        "RayCluster",                expand_ray_cluster},
    {"ray.io",                  "",        "RayCronJob",                expand_ray_cron_job},
    {"ray.io",                  "",        "RayJob",                    expand_ray_job},
    {"ray.io",                  "",        "RayService",                expand_ray_service},
    {"apps",                    "",        "ReplicaSet",                expand_replicas},
    {"",                        "",        "ReplicationController",     expand_replicas},
    {"sparkoperator.k8s.io",    "",        "ScheduledSparkApplication", expand_scheduled_spark_application},
    {"sparkoperator.k8s.io",    "",        "SparkApplication",          expand_spark_application},
    {"apps",                    "",        "StatefulSet",               expand_stateful_set},
    {"kubeflow.org",            "v1alpha", "TFJob",                     expand_old_tf_job},
    {"kubeflow.org",            "v1beta",  "TFJob",                     expand_old_tf_job},
    {"kubeflow.org",            "v1",      "TFJob",                     expand_kubeflow},
    {"trainer.kubeflow.org",    "",        "TrainJob",                  expand_train_job},
    {"argoproj.io",             "",        "Workflow",                  expand_workflow},
    {"kubeflow.org",            "v1",      "XGBoostJob",                expand_kubeflow},
}};
// clang-format on

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
