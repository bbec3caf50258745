// SPDX-License-Identifier: Apache-2.0
// Fields of workloads: objects whose controllers make pods.
#include "snapshot/collected/allow_list_rows.hpp"

namespace snapshot::allowed {

namespace {

// clang-format off
// The quorum of the group that Volcano creates for the pods of a workload.
constexpr Allowed k_volcano_min[] = {{"metadata.annotations.'scheduling.volcano.sh/group-min-member'", Plain}};
constexpr Allowed k_cron_job[] = {{"", Branch, k_possible_owner}, {"status.active[].name", Name}}; // runs that have not ended
constexpr Allowed k_daemon_set[] = {
    {"", Branch, k_possible_owner}, {"", Branch, k_volcano_min},
    {"status.desiredNumberScheduled", Plain},
};
constexpr Allowed k_job[] = {
    {"", Branch, k_possible_owner}, {"", Branch, k_volcano_min}, {"", Branch, k_applied},
    {"spec.parallelism", Plain},
    {"spec.completions", Plain},
    {"spec.suspend", Plain},
    {"spec.activeDeadlineSeconds", Plain},
    {"spec.backoffLimit", Plain},
    {"spec.backoffLimitPerIndex", Plain},
    {"status.startTime", Time},
    {"status.succeeded", Plain},
    {"status.failed", Plain},
    {"status.completedIndexes", Plain},
    {"status.failedIndexes", Plain},
    {"status.conditions[type=Complete|Failed|FailureTarget|SuccessCriteriaMet].type", Plain},
    {"status.conditions[type=Complete|Failed|FailureTarget|SuccessCriteriaMet].status", Plain},
};
// Why its controller cannot create pods.
constexpr Allowed k_replica_failure[] = {
    {"status.conditions[type=ReplicaFailure].type", Plain},
    {"status.conditions[type=ReplicaFailure].status", Plain},
    {"status.conditions[type=ReplicaFailure].message", Message},
};
constexpr Allowed k_deployment[] = {
    {"", Branch, k_possible_owner}, {"", Branch, k_replica_failure}, {"", Branch, k_applied},
    {"spec.replicas", Plain},
    {"spec.template", ProgramFlags},
    {"status.availableReplicas", Plain},
    {"status.unavailableReplicas", Plain},
};
constexpr Allowed k_spread_workload[] = {
    {"", Branch, k_possible_owner}, {"", Branch, k_volcano_min}, {"", Branch, k_applied},
    {"spec.replicas", Plain},
    {"spec.selector", Branch, k_label_selector},
};
constexpr Allowed k_replica_set[] = {{"", Branch, k_spread_workload}, {"", Branch, k_replica_failure}};
constexpr Allowed k_job_set[] = {
    {"", Branch, k_possible_owner},
    {"spec.suspend", Plain},
    {"status.conditions[type=Completed|Failed].type", Plain},
    {"status.conditions[type=Completed|Failed].status", Plain},
};
constexpr Allowed k_ray_cluster[] = {
    {"", Branch, k_possible_owner},
    {"spec.suspend", Plain},
    {"spec.workerGroupSpecs[].replicas", Plain},
    {"spec.workerGroupSpecs[].minReplicas", Plain},
    {"spec.workerGroupSpecs[].maxReplicas", Plain},
    {"spec.workerGroupSpecs[].numOfHosts", Plain},
    {"spec.workerGroupSpecs[].suspend", Plain},
};
// Jobs of operators: decode_operator_job.cpp.
constexpr Allowed k_kubeflow_job[] = {
    {"", Branch, k_possible_owner},
    {"spec.runPolicy.suspend", Plain},
    {"spec.runPolicy.activeDeadlineSeconds", Plain},
    {"status.startTime", Time},
    {"status.conditions[type=Succeeded|Failed].type", Plain},
    {"status.conditions[type=Succeeded|Failed].status", Plain},
};
constexpr Allowed k_jax_job[] = {{"", Branch, k_kubeflow_job}, {"spec.jaxReplicaSpecs.Worker.replicas", Plain}};
constexpr Allowed k_mpi_job[] = {
    {"", Branch, k_kubeflow_job},
    {"spec.mpiReplicaSpecs.Launcher.replicas", Plain},
    {"spec.mpiReplicaSpecs.Worker.replicas", Plain},
};
constexpr Allowed k_paddle_job[] = {
    {"", Branch, k_kubeflow_job},
    {"spec.paddleReplicaSpecs.Master.replicas", Plain},
    {"spec.paddleReplicaSpecs.Worker.replicas", Plain},
};
constexpr Allowed k_pytorch_job[] = {
    {"", Branch, k_kubeflow_job},
    {"spec.pytorchReplicaSpecs.Master.replicas", Plain},
    {"spec.pytorchReplicaSpecs.Worker.replicas", Plain},
};
constexpr Allowed k_tf_job[] = {
    {"", Branch, k_kubeflow_job},
    {"spec.tfReplicaSpecs.Chief.replicas", Plain},
    {"spec.tfReplicaSpecs.Evaluator.replicas", Plain},
    {"spec.tfReplicaSpecs.Master.replicas", Plain},
    {"spec.tfReplicaSpecs.PS.replicas", Plain},
    {"spec.tfReplicaSpecs.Worker.replicas", Plain},
};
constexpr Allowed k_xgboost_job[] = {
    {"", Branch, k_kubeflow_job},
    {"spec.xgbReplicaSpecs.Master.replicas", Plain},
    {"spec.xgbReplicaSpecs.Worker.replicas", Plain},
};
constexpr Allowed k_volcano_job[] = {
    {"", Branch, k_possible_owner},
    {"spec.tasks[].replicas", Plain},
    {"status.state.phase", Plain},
};
// Objects of operators that make others: decode_operator_job.cpp.
constexpr Allowed k_maker[] = {{"", Branch, k_possible_owner}, {"spec.suspend", Plain}};
constexpr Allowed k_app_wrapper_state[] = {{"", Branch, k_maker}, {"status.phase", Plain}};
constexpr Allowed k_ray_job_state[] = {
    {"", Branch, k_maker},
    {"spec.shutdownAfterJobFinishes", Plain},
    {"status.jobDeploymentStatus", Plain},
};
constexpr Allowed k_spark_state[] = {{"", Branch, k_maker}, {"status.applicationState.state", Plain}};
constexpr Allowed k_train_job_state[] = {
    {"", Branch, k_maker},
    {"status.conditions[type=Complete|Failed].type", Plain},
    {"status.conditions[type=Complete|Failed].status", Plain},
};
constexpr Allowed k_scheduled_spark[] = {{"", Branch, k_possible_owner}, {"status.lastRunName", Name}};
constexpr Allowed k_workflow_state[] = {{"", Branch, k_possible_owner}, {"spec.shutdown", Plain}};
constexpr Allowed k_stateful_set[] = {
    {"", Branch, k_spread_workload},
    {"spec.podManagementPolicy", Plain},
    {"spec.ordinals.start", Plain},
    {"status.replicas", Plain},
    {"status.readyReplicas", Plain},
};
constexpr Allowed k_replication_controller[] = {
    {"", Branch, k_possible_owner}, {"", Branch, k_replica_failure},
    {"spec.replicas", Plain},
    {"spec.selector{Key}", LabelValue},
    {"spec.template.metadata.labels{Key}", LabelValue}, // replace a missing selector
};

// Autoscalers: expand/autoscalers.cpp.
constexpr Allowed k_horizontal_autoscaler[] = {
    {"spec.scaleTargetRef.kind", Plain},
    {"spec.scaleTargetRef.name", Name},
    {"spec.minReplicas", Plain},
    {"spec.maxReplicas", Plain},
};
constexpr Allowed k_scaled_object[] = {
    {"metadata.annotations.'autoscaling.keda.sh/paused'", Plain},
    {"metadata.annotations.'autoscaling.keda.sh/paused-replicas'", Plain},
    {"spec.scaleTargetRef.kind", Plain},
    {"spec.scaleTargetRef.name", Name},
    {"spec.minReplicaCount", Plain},
    {"spec.maxReplicaCount", Plain},
    {"spec.idleReplicaCount", Plain},
};
constexpr Allowed k_vertical_autoscaler[] = {
    {"spec.targetRef.kind", Plain},
    {"spec.targetRef.name", Name},
    {"spec.updatePolicy.updateMode", Plain},
    {"spec.resourcePolicy.containerPolicies[].containerName", Name},
    {"spec.resourcePolicy.containerPolicies[].mode", Plain},
    {"status.recommendation.containerRecommendations[].containerName", Name},
    {"status.recommendation.containerRecommendations[].target{Qualified}", Plain},
};

constexpr KindRows k_workload_kinds[] = {
    {"batch",                  "Job",                   true,  k_job},
    {"batch",                  "CronJob",               true,  k_cron_job},
    {"apps",                   "Deployment",            true,  k_deployment},
    {"apps",                   "ReplicaSet",            true,  k_replica_set},
    {"apps",                   "StatefulSet",           true,  k_stateful_set},
    {"apps",                   "DaemonSet",             true,  k_daemon_set},
    {"",                       "ReplicationController", true,  k_replication_controller},
    {"jobset.x-k8s.io",        "JobSet",                true,  k_job_set},
    {"ray.io",                 "RayCluster",            true,  k_ray_cluster},
    {"kubeflow.org",           "JAXJob",                true,  k_jax_job},
    {"kubeflow.org",           "MPIJob",                true,  k_mpi_job},
    {"kubeflow.org",           "PaddleJob",             true,  k_paddle_job},
    {"kubeflow.org",           "PyTorchJob",            true,  k_pytorch_job},
    {"kubeflow.org",           "TFJob",                 true,  k_tf_job},
    {"kubeflow.org",           "XGBoostJob",            true,  k_xgboost_job},
    {"batch.volcano.sh",       "Job",                   true,  k_volcano_job},
    {"argoproj.io",            "CronWorkflow",          true,  k_cron_job},
    {"argoproj.io",            "Workflow",              true,  k_workflow_state},
    {"ray.io",                 "RayJob",                true,  k_ray_job_state},
    {"sparkoperator.k8s.io",   "ScheduledSparkApplication", true, k_scheduled_spark},
    {"sparkoperator.k8s.io",   "SparkApplication",      true,  k_spark_state},
    {"trainer.kubeflow.org",   "TrainJob",              true,  k_train_job_state},
    {"workload.codeflare.dev", "AppWrapper",            true,  k_app_wrapper_state},
    {"autoscaling",            "HorizontalPodAutoscaler", true, k_horizontal_autoscaler},
    {"keda.sh",                "ScaledObject",          true,  k_scaled_object},
    {"autoscaling.k8s.io",     "VerticalPodAutoscaler", true,  k_vertical_autoscaler},
};
// clang-format on

} // namespace

std::span<const KindRows> workload_kinds() { return k_workload_kinds; }

} // namespace snapshot::allowed
