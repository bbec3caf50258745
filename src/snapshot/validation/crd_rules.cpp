// SPDX-License-Identifier: Apache-2.0
// Limits of single fields, from the CustomResourceDefinitions of the operators. Their rules over several fields are in
// operator_rules.cpp and in a file of each operator.
#include "snapshot/validation/operator_kinds.hpp"
#include "snapshot/validation/path_rules.hpp"

#include <algorithm>
#include <iterator>

namespace snapshot {

namespace {

// JobSet v0.11
constexpr PathRule k_job_set[] = {
    {"spec.coordinator.replicatedJob", must_be_set},
    {"spec.failurePolicy.restartStrategy", must_be_one_of_if_given, "Recreate BlockingRecreate InPlaceRestart"},
    {"spec.failurePolicy.rules[].action", must_be_set},
    {"spec.failurePolicy.rules[].action", must_be_one_of_if_given,
     "FailJobSet RestartJobSet RestartJobSetAndIgnoreMaxRestarts RestartJob RestartJobAndIgnoreMaxRestarts"},
    {"spec.replicatedJobs", must_have_unique, "name"},
    {"spec.replicatedJobs[].name", must_be_set},
    {"spec.replicatedJobs[].replicas", must_be_at_least, "0"},
    {"spec.replicatedJobs[].groupName", must_be_label_or_empty},
    {"spec.replicatedJobs[].dependsOn[].name", must_be_set},
    {"spec.replicatedJobs[].dependsOn[].status", must_be_set},
    {"spec.replicatedJobs[].dependsOn[].status", must_be_one_of_if_given, "Ready Complete"},
    {"spec.network.subdomain", must_be_label_or_empty},
    {"spec.startupPolicy.startupPolicyOrder", must_be_set},
    {"spec.startupPolicy.startupPolicyOrder", must_be_one_of_if_given, "AnyOrder InOrder"},
    {"spec.successPolicy.operator", must_be_set},
    {"spec.successPolicy.operator", must_be_one_of_if_given, "All Any"},
    {"spec.ttlSecondsAfterFinished", must_be_at_least, "0"},
};

// LeaderWorkerSet v0.8
constexpr PathRule k_leader_worker_set[] = {
    {"spec.leaderWorkerTemplate.restartPolicy", must_be_one_of_if_given,
     "Default RecreateGroupOnPodRestart RecreateGroupAfterStart None"},
    {"spec.leaderWorkerTemplate.subGroupPolicy.subGroupPolicyType", must_be_one_of_if_given,
     "LeaderWorker LeaderExcluded"},
    {"spec.networkConfig.subdomainPolicy", must_be_one_of_if_given, "Shared UniquePerReplica"},
    {"spec.rolloutStrategy.type", must_be_one_of_if_given, "RollingUpdate"},
    {"spec.rolloutStrategy.rollingUpdateConfiguration.partition", must_be_at_least, "0"},
    {"spec.rolloutStrategy.rollingUpdateConfiguration.maxUnavailable", must_be_whole_or_percent},
    {"spec.rolloutStrategy.rollingUpdateConfiguration.maxSurge", must_be_whole_or_percent},
    {"spec.startupPolicy", must_be_one_of_if_given, "LeaderCreated LeaderReady"},
};

// KubeRay v1.5
constexpr PathRule k_ray_job[] = {
    {"spec.deletionStrategy.deletionRules[].policy", must_be_one_of_if_given,
     "DeleteCluster DeleteWorkers DeleteSelf DeleteNone"},
    {"spec.deletionStrategy.onFailure.policy", must_be_one_of_if_given,
     "DeleteCluster DeleteWorkers DeleteSelf DeleteNone"},
    {"spec.deletionStrategy.onSuccess.policy", must_be_one_of_if_given,
     "DeleteCluster DeleteWorkers DeleteSelf DeleteNone"},
    {"spec.preRunningDeadlineSeconds", must_be_at_least, "1"},
    {"spec.activeDeadlineSeconds", must_be_at_least, "1"},
    {"spec.backoffLimit", must_be_at_least, "0"},
    {"spec.ttlSecondsAfterFinished", must_be_at_least, "0"},
};
constexpr PathRule k_ray_service[] = {
    {"spec.rayClusterDeletionDelaySeconds", must_be_at_least, "0"},
    {"spec.upgradeStrategy.type", must_be_one_of, "NewClusterWithIncrementalUpgrade NewCluster None"},
};
constexpr PathRule k_ray_cluster[] = {{"spec.upgradeStrategy.type", must_be_one_of_if_given, "Recreate None"}};

// KubeRay v1.7 (ValidateRayCronJobSpec)
constexpr PathRule k_ray_cron_job[] = {
    {"metadata.name", must_be_dns_name, "36"}, {"spec.jobTemplate", must_be_set},    {"spec.schedule", must_be_set},
    {"spec.schedule", must_be_schedule},       {"spec.timeZone", must_not_be_empty},
};

// argo-workflows v4 (workflow/validate/validate.go, CronWorkflow); v3 has spec.schedule, too
constexpr PathRule k_cron_workflow[] = {
    {"spec.concurrencyPolicy", must_be_one_of, "Allow Forbid Replace"},
    {"spec.schedule", must_be_schedule, "TZ"},
    {"spec.schedules[]", must_be_schedule, "TZ"},
    {"spec.startingDeadlineSeconds", must_be_at_least, "0"},
    {"spec.workflowSpec", must_be_set},
};

// Volcano v1.15 (pkg/webhooks/admission/cronjobs)
constexpr PathRule k_volcano_cron_job[] = {
    {"spec.concurrencyPolicy", must_be_one_of, "Allow Forbid Replace"},
    {"spec.jobTemplate", must_be_set},
    {"spec.schedule", must_be_set},
    {"spec.schedule", must_be_schedule},
    {"spec.startingDeadlineSeconds", must_be_at_least, "0"},
};

// Kubeflow's MPI operator v0.7
constexpr PathRule k_mpi_job[] = {
    {"spec.slotsPerWorker", must_be_at_least, "0"},
    {"spec.launcherCreationPolicy", must_be_one_of_if_given, "AtStartup WaitForWorkersReady"},
    {"spec.runPolicy.cleanPodPolicy", must_be_one_of_if_given, "All None Running"},
    {"spec.runPolicy.ttlSecondsAfterFinished", must_be_at_least, "0"},
    {"spec.runPolicy.activeDeadlineSeconds", must_be_at_least, "0"},
    {"spec.runPolicy.backoffLimit", must_be_at_least, "0"},
};

// Kubeflow's trainer v2
constexpr PathRule k_train_job[] = {
    {"metadata.name", must_be_dns_name, "63"},
    {"spec.runtimeRef", must_be_set},
    {"spec.runtimeRef.name", must_be_set},
    {"spec.activeDeadlineSeconds", must_be_at_least, "1"},
    {"spec.trainer.numNodes", must_be_at_least, "0"},
};

// Kubeflow's spark-operator v2
constexpr PathRule k_spark_application[] = {
    {"spec.type", must_be_set},
    {"spec.type", must_be_one_of_if_given, "Java Python Scala R"},
    {"spec.sparkVersion", must_be_set},
    {"spec.driver", must_be_set},
    {"spec.executor", must_be_set},
    {"spec.mode", must_be_one_of_if_given, "cluster client"},
    {"spec.driver.cores", must_be_at_least, "1"},
    {"spec.executor.cores", must_be_at_least, "1"},
    {"spec.executor.instances", must_be_at_least, "1"},
    {"spec.pythonVersion", must_be_one_of_if_given, "2 3"},
    {"spec.restartPolicy.type", must_be_one_of_if_given, "Never Always OnFailure"},
    {"spec.restartPolicy.onFailureRetries", must_be_at_least, "0"},
    {"spec.restartPolicy.onFailureRetryInterval", must_be_at_least, "1"},
    {"spec.restartPolicy.onSubmissionFailureRetries", must_be_at_least, "0"},
    {"spec.restartPolicy.onSubmissionFailureRetryInterval", must_be_at_least, "1"},
    {"spec.driverIngressOptions[].servicePort", must_be_set},
    {"spec.driverIngressOptions", must_have_unique, "servicePort"},
    {"spec.driverIngressOptions", must_have_unique, "ingressURLFormat"},
};

// Kubeflow's spark-operator v2 (its webhook, and internal/controller/scheduledsparkapplication)
constexpr PathRule k_scheduled_spark_application[] = {
    {"metadata.name", must_be_dns_name, "63"},
    {"spec.schedule", must_be_set},
    {"spec.schedule", must_be_schedule, "TZ"},
    {"spec.template", must_be_set},
};

// KServe v0.15 (its webhook)
constexpr PathRule k_inference_service[] = {
    {"spec.predictor", must_be_set},
    {"spec.predictor.minReplicas", must_be_at_least, "0"},
    {"spec.predictor.maxReplicas", must_be_at_least, "0"},
    {"spec.transformer.minReplicas", must_be_at_least, "0"},
    {"spec.transformer.maxReplicas", must_be_at_least, "0"},
    {"spec.predictor.scaleMetric", must_be_one_of_if_given, "cpu memory concurrency rps"},
};

// Apache's flink-kubernetes-operator v1.15. The versions of Flink that it knows are in workloads/flink_deployment.cpp:
// a later release knows more.
constexpr PathRule k_flink_deployment[] = {
    {"spec.job.state", must_be_one_of_if_given, "running suspended"},
    {"spec.job.upgradeMode", must_be_one_of_if_given, "last-state savepoint stateless"},
    {"spec.mode", must_be_one_of_if_given, "native standalone"},
    {"spec.jobManager.replicas", must_be_at_least, "1"},
    {"spec.taskManager.replicas", must_be_at_least, "1"},
};

// AppWrapper v1
constexpr PathRule k_app_wrapper[] = {
    {"spec.components", must_have_items},
    {"spec.components[].template", must_be_set},
    {"spec.components[].podSets[].path", must_be_set},
};

// AIBrix v0.7
constexpr PathRule k_ray_cluster_fleet[] = {
    {"spec.selector", must_be_set},
    {"spec.template", must_be_set},
};

// Apache's spark-kubernetes-operator v1.0
constexpr PathRule k_apache_spark_application[] = {
    {"spec", must_be_set},
    {"spec.runtimeVersions", must_be_set},
    {"spec.runtimeVersions.sparkVersion", must_be_set},
    {"spec.deploymentMode", must_be_one_of_if_given, "ClientMode ClusterMode"},
};

// RoleBasedGroup v0.8, v1alpha1 and v1alpha2
constexpr PathRule k_role_based_group[] = {
    {"spec.roles", must_have_items},
    {"spec.roles", must_have_unique, "name"},
    {"spec.roles[].name", must_be_set},
    {"spec.roles[].replicas", must_be_at_least, "0"},
    {"spec.roleTemplates", must_have_unique, "name"},
    {"spec.roleTemplates[].name", must_be_set},
};

// Kubeflow's training operator v1: common.RestartPolicy
constexpr PathRule k_training_job[] = {
    {"spec.jaxReplicaSpecs{}.restartPolicy", must_be_one_of_if_given, "Always OnFailure Never ExitCode"},
    {"spec.mpiReplicaSpecs{}.restartPolicy", must_be_one_of_if_given, "Always OnFailure Never ExitCode"},
    {"spec.paddleReplicaSpecs{}.restartPolicy", must_be_one_of_if_given, "Always OnFailure Never ExitCode"},
    {"spec.pytorchReplicaSpecs{}.restartPolicy", must_be_one_of_if_given, "Always OnFailure Never ExitCode"},
    {"spec.tfReplicaSpecs{}.restartPolicy", must_be_one_of_if_given, "Always OnFailure Never ExitCode"},
    {"spec.xgbReplicaSpecs{}.restartPolicy", must_be_one_of_if_given, "Always OnFailure Never ExitCode"},
};

struct KindLimits {
  std::string_view api_version, kind; // api_version: its beginning; kind empty: each kind
  std::span<const PathRule> rules;
};

constexpr KindLimits k_kind_limits[] = {
    {"argoproj.io/", "CronWorkflow", k_cron_workflow},
    {"batch.volcano.sh/", "CronJob", k_volcano_cron_job},
    {"flink.apache.org/", "FlinkDeployment", k_flink_deployment},
    {"jobset.x-k8s.io/", "JobSet", k_job_set},
    {"kubeflow.org/v1", "", k_training_job},
    {"kubeflow.org/v2beta1", "MPIJob", k_mpi_job},
    {"leaderworkerset.x-k8s.io/", "LeaderWorkerSet", k_leader_worker_set},
    {"orchestration.aibrix.ai/", "RayClusterFleet", k_ray_cluster_fleet},
    {"ray.io/", "RayCluster", k_ray_cluster},
    {"ray.io/", "RayCronJob", k_ray_cron_job},
    {"ray.io/", "RayJob", k_ray_job},
    {"ray.io/", "RayService", k_ray_service},
    {"serving.kserve.io/v1beta1", "InferenceService", k_inference_service},
    {"spark.apache.org/", "SparkApplication", k_apache_spark_application},
    {"sparkoperator.k8s.io/", "ScheduledSparkApplication", k_scheduled_spark_application},
    {"sparkoperator.k8s.io/", "SparkApplication", k_spark_application},
    {"trainer.kubeflow.org/", "TrainJob", k_train_job},
    {"workload.codeflare.dev/v1beta2", "AppWrapper", k_app_wrapper},
    {"workloads.x-k8s.io/", "RoleBasedGroup", k_role_based_group},
};

} // namespace

void apply_crd_limits(const Place& object, std::string_view api_version, std::string_view kind) {
  for (const KindLimits& row : k_kind_limits) {
    const bool is_version =
        row.api_version.ends_with('/') ? api_version.starts_with(row.api_version) : api_version == row.api_version;
    if (is_version && (row.kind.empty() || row.kind == kind)) { apply_path_rules(object, row.rules); }
  }
}

} // namespace snapshot
