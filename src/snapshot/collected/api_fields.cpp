// SPDX-License-Identifier: Apache-2.0
// The table of the fields of custom resources that this project reads most; those of Kubernetes are in api_types.cpp.
#include "snapshot/collected/api_fields.hpp"

#include "snapshot/collected/api_group.hpp"
#include "snapshot/collected/api_rows.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <cassert>
#include <map>

namespace snapshot {

namespace {

// clang-format off
constexpr FieldRow k_custom_rows[] = {
    // ---- groups
    {"PodGroup", "a PodGroup", Known::All, "apiVersion kind metadata:ObjectMeta spec:PodGroupSpec status"},
    {"PodGroupSpec", "the spec of a PodGroup", Known::Types,
     "minMember:int32 minResources{}:quantity scheduleTimeoutSeconds:int32"},
    {"QueuedGroup", "a PodGroup", Known::All, "apiVersion kind metadata:ObjectMeta spec:QueuedGroupSpec status"},
    {"QueuedGroupSpec", "the spec of a PodGroup", Known::Some,
     "minMember queue priorityClassName minResources minTaskMember subGroupPolicy networkTopology"},

    // ---- custom resources
    {"VolcanoJob", "a Job of Volcano", Known::All, "apiVersion kind metadata:ObjectMeta spec:VolcanoJobSpec status"},
    {"VolcanoJobSpec", "the spec of a Job of Volcano", Known::Some,
     "schedulerName minAvailable volumes tasks[]:VolcanoTask policies plugins queue maxRetry ttlSecondsAfterFinished "
     "priorityClassName minSuccess"},
    {"VolcanoTask", "a task", Known::Some, "name replicas minAvailable template:PodTemplateSpec policies maxRetry"},
    {"TrainingJob", "a training job", Known::All, "apiVersion kind metadata:ObjectMeta spec:TrainingJobSpec status"},
    {"TrainingJobSpec", "the spec of a training job", Known::All,
     "runPolicy:RunPolicy pytorchReplicaSpecs{}:ReplicaSpec tfReplicaSpecs{}:ReplicaSpec mpiReplicaSpecs{}:ReplicaSpec "
     "paddleReplicaSpecs{}:ReplicaSpec xgbReplicaSpecs{}:ReplicaSpec jaxReplicaSpecs{}:ReplicaSpec "
     "mxReplicaSpecs{}:ReplicaSpec elasticPolicy nprocPerNode slotsPerWorker mainContainer cleanPodPolicy sshAuthMountPath "
     "launcherCreationPolicy mpiImplementation runLauncherAsWorker successPolicy enableDynamicWorker jobMode "
     "activeDeadlineSeconds backoffLimit ttlSecondsAfterFinished"},
    {"RunPolicy", "runPolicy", Known::Some,
     "cleanPodPolicy ttlSecondsAfterFinished activeDeadlineSeconds backoffLimit schedulingPolicy:SchedulingPolicy "
     "suspend managedBy"},
    {"SchedulingPolicy", "schedulingPolicy", Known::Some,
     "minAvailable queue minResources priorityClass scheduleTimeoutSeconds"},
    {"ReplicaSpec", "a role of a training job", Known::Some, "replicas template:PodTemplateSpec restartPolicy"},
    {"JobSet", "a JobSet", Known::All, "apiVersion kind metadata:ObjectMeta spec:JobSetSpec status"},
    {"JobSetSpec", "the spec of a JobSet", Known::All,
     "replicatedJobs[]:ReplicatedJob network successPolicy failurePolicy startupPolicy suspend coordinator managedBy "
     "ttlSecondsAfterFinished volumeClaimPolicies scheduling"},
    {"LeaderWorkerSet", "a LeaderWorkerSet", Known::All, "apiVersion kind metadata:ObjectMeta spec:LeaderWorkerSetSpec status"},
    {"LeaderWorkerSetSpec", "the spec of a LeaderWorkerSet", Known::All,
     "replicas leaderWorkerTemplate:LeaderWorkerTemplate rolloutStrategy startupPolicy networkConfig"},
    {"LeaderWorkerTemplate", "leaderWorkerTemplate", Known::All,
     "leaderTemplate:PodTemplateSpec workerTemplate:PodTemplateSpec size restartPolicy subGroupPolicy "
     "volumeClaimTemplates persistentVolumeClaimRetentionPolicy"},
    {"RayCluster", "a RayCluster", Known::All, "apiVersion kind metadata:ObjectMeta spec:RayClusterSpec status"},
    {"RayClusterSpec", "the spec of a RayCluster", Known::All,
     "suspend managedBy autoscalerOptions:RayAutoscaler headServiceAnnotations enableInTreeAutoscaling "
     "gcsFaultToleranceOptions:RayFaultTolerance headGroupSpec:RayHeadGroup rayVersion workerGroupSpecs[]:RayWorkerGroup "
     "authOptions:RayAuthOptions upgradeStrategy historyServerOptions networkPolicy tlsOptions"},
    {"RayHeadGroup", "a head group of Ray", Known::All,
     "template:PodTemplateSpec headService enableIngress ingressOptions rayStartParams replicas serviceType resources "
     "labels"},
    {"RayWorkerGroup", "a worker group of Ray", Known::All,
     "suspend groupName replicas minReplicas maxReplicas idleTimeoutSeconds rayStartParams template:PodTemplateSpec "
     "scaleStrategy numOfHosts resources labels priority"},
    {"RayAutoscaler", "autoscalerOptions", Known::All,
     "args command env envFrom idleTimeoutSeconds image imagePullPolicy resources securityContext upscalingMode version "
     "volumeMounts"},
    {"RayFaultTolerance", "gcsFaultToleranceOptions", Known::All,
     "backend externalStorageNamespace redisAddress redisPassword redisUsername storage"},
    {"RayAuthOptions", "authOptions", Known::All, "enableK8sTokenAuth mode secretName"},
    {"RayJob", "a RayJob", Known::All, "apiVersion kind metadata:ObjectMeta spec:RayJobSpec status"},
    {"RayJobSpec", "the spec of a RayJob", Known::All,
     "activeDeadlineSeconds waitingTTLSeconds backoffLimit rayClusterSpec:RayClusterSpec submitterPodTemplate:PodTemplateSpec "
     "metadata clusterSelector submitterConfig managedBy deletionPolicy deletionStrategy entrypoint runtimeEnv "
     "runtimeEnvYAML jobId submissionMode entrypointResources entrypointNumCpus entrypointNumGpus ttlSecondsAfterFinished "
     "shutdownAfterJobFinishes suspend preRunningDeadlineSeconds"},
    {"RayCronJob", "a RayCronJob", Known::All, "apiVersion kind metadata:ObjectMeta spec:RayCronJobSpec status"},
    {"RayCronJobSpec", "the spec of a RayCronJob", Known::All, "jobTemplate:RayJobSpec schedule suspend timeZone"},
    {"RayClusterFleet", "a RayClusterFleet", Known::All, "apiVersion kind metadata:ObjectMeta spec:RayFleetSpec status"},
    {"RayFleetSpec", "the spec of a RayClusterFleet", Known::All,
     "minReadySeconds paused progressDeadlineSeconds replicas revisionHistoryLimit selector:LabelSelector "
     "strategy:DeploymentStrategy template:RayClusterTemplate"},
    {"RayClusterTemplate", "a template of RayClusters", Known::All, "metadata:ObjectMeta spec:RayClusterSpec"},
    {"ReplicatedJob", "a replicated job", Known::All,
     "name groupName template:JobTemplateSpec replicas dependsOn network"},
    {"RayService", "a RayService", Known::All, "apiVersion kind metadata:ObjectMeta spec:RayServiceSpec status"},
    {"RayServiceSpec", "the spec of a RayService", Known::All,
     "deploymentUnhealthySecondThreshold excludeHeadPodFromServeSvc managedBy rayClusterConfig:RayClusterSpec "
     "rayClusterDeletionDelaySeconds serveConfig serveConfigV2 serveService serviceUnhealthySecondThreshold suspend "
     "upgradeStrategy"},
    {"SparkApplication", "a SparkApplication", Known::All, "apiVersion kind metadata:ObjectMeta spec:SparkSpec status"},
    {"SparkSpec", "the spec of a SparkApplication", Known::All,
     "arguments batchScheduler batchSchedulerOptions deps driver:SparkPod driverIngressOptions driverPodDisruptionBudget "
     "dynamicAllocation:SparkAllocation executor:SparkPod failureRetries hadoopConf hadoopConfigMap image imagePullPolicy "
     "imagePullSecrets mainApplicationFile mainClass memoryOverheadFactor mode monitoring nodeSelector proxyUser "
     "pythonVersion restartPolicy retryInterval sparkConf sparkConfigMap sparkUIOptions sparkVersion suspend "
     "timeToLiveSeconds type volumes"},
    {"SparkPod", "a pod of Spark", Known::All,
     "affinity annotations configMaps coreLimit coreRequest cores:int32 deleteOnTermination dnsConfig env envFrom "
     "envSecretKeyRefs envVars gpu hostAliases hostNetwork image initContainers instances:int32 javaOptions kubernetesMaster "
     "labels lifecycle memory memoryLimit memoryOverhead nodeSelector podName podSecurityContext ports priorityClassName "
     "schedulerName secrets securityContext serviceAccount serviceAnnotations serviceLabels shareProcessNamespace sidecars "
     "template:PodTemplateSpec terminationGracePeriodSeconds tolerations volumeMounts"},
    {"SparkAllocation", "dynamicAllocation", Known::All,
     "enabled initialExecutors maxExecutors minExecutors shuffleTrackingEnabled shuffleTrackingTimeout"},
    {"ScheduledSparkApplication", "a ScheduledSparkApplication", Known::All,
     "apiVersion kind metadata:ObjectMeta spec:ScheduledSparkSpec status"},
    {"ScheduledSparkSpec", "the spec of a ScheduledSparkApplication", Known::All,
     "concurrencyPolicy failedRunHistoryLimit schedule successfulRunHistoryLimit suspend template:SparkSpec timeZone"},
    {"InferenceService", "an InferenceService", Known::All,
     "apiVersion kind metadata:ObjectMeta spec:InferenceServiceSpec status"},
    {"InferenceServiceSpec", "the spec of an InferenceService", Known::All,
     "canary predictor:InferenceComponent transformer:InferenceComponent explainer:InferenceComponent"},
    {"InferenceComponent", "a component of an InferenceService", Known::All,
     "activeDeadlineSeconds affinity aix alibi annotations art autoScaling automountServiceAccountToken batcher "
     "canaryTrafficPercent containerConcurrency containers[]:Container deploymentStrategy dnsConfig dnsPolicy "
     "enableServiceLinks hostAliases hostIPC hostNetwork hostPID hostUsers hostname hostnameOverride huggingface "
     "imagePullSecrets initContainers[]:Container labels lightgbm "
     "logger maxReplicas minReplicas model:InferenceModel name nodeName nodeSelector onnx os overhead paddle pmml "
     "preemptionPolicy priority priorityClassName pytorch readinessGates resourceClaims resources restartPolicy "
     "runtimeClassName scaleMetric scaleMetricType scaleTarget schedulerName schedulingGates securityContext serviceAccount "
     "serviceAccountName setHostnameAsFQDN shareProcessNamespace sklearn storageContainerName storageUris subdomain "
     "tensorflow terminationGracePeriodSeconds timeout tolerations topologySpreadConstraints triton volumes workerSpec "
     "xgboost"},
    {"InferenceModel", "a model", Known::All,
     "args command confidential env envFrom image imagePullPolicy lifecycle livenessProbe modelFormat name ports "
     "protocolVersion readinessProbe resizePolicy resources restartPolicy restartPolicyRules runtime runtimeVersion "
     "securityContext startupProbe stdin stdinOnce storage storageUri terminationMessagePath terminationMessagePolicy tty "
     "volumeDevices volumeMounts workingDir"},
    {"ServingRuntime", "a ServingRuntime", Known::All, "apiVersion kind metadata:ObjectMeta spec:ServingRuntimeSpec status"},
    {"ServingRuntimeSpec", "the spec of a ServingRuntime", Known::All,
     "affinity annotations builtInAdapter containers[]:Container disabled grpcDataEndpoint grpcEndpoint hostIPC "
     "httpDataEndpoint imagePullSecrets labels multiModel nodeSelector protocolVersions replicas resourceClaims "
     "schedulerName storageHelper supportedModelFormats[]:ModelFormat tolerations volumes workerSpec"},
    {"ModelFormat", "a model format", Known::All, "autoSelect name priority version"},
    {"TrainingRuntime", "a TrainingRuntime", Known::All, "apiVersion kind metadata:ObjectMeta spec:TrainingRuntimeSpec"},
    {"TrainingRuntimeSpec", "the spec of a TrainingRuntime", Known::All,
     "mlPolicy:TrainingPolicy podGroupPolicy:TrainingGroupPolicy template:JobSetTemplate"},
    {"TrainingPolicy", "mlPolicy", Known::All, "flux jax mpi numNodes torch xgboost"},
    {"TrainingGroupPolicy", "podGroupPolicy", Known::All, "coscheduling volcano"},
    {"JobSetTemplate", "a template of JobSets", Known::All, "metadata:ObjectMeta spec:JobSetSpec"},
    {"TrainJob", "a TrainJob", Known::All, "apiVersion kind metadata:ObjectMeta spec:TrainJobSpec status"},
    {"TrainJobSpec", "the spec of a TrainJob", Known::All,
     "activeDeadlineSeconds annotations initializer labels managedBy podSpecOverrides podTemplateOverrides runtimePatches "
     "runtimeRef:TrainingRuntimeRef suspend trainer:Trainer"},
    {"TrainingRuntimeRef", "runtimeRef", Known::All, "apiGroup kind name"},
    {"Trainer", "trainer", Known::All, "args command env image numNodes numProcPerNode resourcesPerNode"},
    {"FlinkDeployment", "a FlinkDeployment", Known::All, "apiVersion kind metadata:ObjectMeta spec:FlinkSpec status"},
    {"FlinkSpec", "the spec of a FlinkDeployment", Known::All,
     "flinkConfiguration flinkVersion image imagePullPolicy ingress job:FlinkJob jobManager:FlinkManager logConfiguration "
     "mode podTemplate restartNonce serviceAccount taskManager:FlinkManager"},
    {"FlinkJob", "job", Known::All,
     "allowNonRestoredState args autoscalerResetNonce checkpointTriggerNonce entryClass initialSavepointPath jarURI "
     "parallelism savepointRedeployNonce savepointTriggerNonce state upgradeMode"},
    {"FlinkManager", "a manager of Flink", Known::All, "podTemplate replicas resource:FlinkResource resources"},
    {"FlinkResource", "resource", Known::All, "cpu ephemeralStorage memory"},
    {"ApacheSparkApplication", "a SparkApplication", Known::All,
     "apiVersion kind metadata:ObjectMeta spec:ApacheSparkSpec status"},
    {"ApacheSparkSpec", "the spec of a SparkApplication", Known::All,
     "applicationTolerations:SparkTolerations configMapSpecs deploymentMode driverArgs driverGrpcRouteList "
     "driverHttpRouteList driverServiceIngressList driverSpec:ApacheSparkPod executorSpec:ApacheSparkPod files jars "
     "mainClass proxyUser pyFiles runtimeVersions:SparkVersions sparkConf sparkRFiles"},
    {"ApacheSparkPod", "a pod of Spark", Known::All, "podTemplateSpec:PodTemplateSpec"},
    {"SparkTolerations", "applicationTolerations", Known::All,
     "applicationTimeoutConfig instanceConfig:SparkInstances resourceRetainDurationMillis resourceRetainPolicy "
     "restartConfig ttlAfterStopMillis"},
    {"SparkInstances", "instanceConfig", Known::All, "initExecutors maxExecutors minExecutors"},
    {"SparkVersions", "runtimeVersions", Known::All, "jdkVersion scalaVersion sparkVersion"},
    {"MiniCluster", "a MiniCluster", Known::All, "apiVersion kind metadata:ObjectMeta spec:MiniClusterSpec status"},
    {"MiniClusterSpec", "the spec of a MiniCluster", Known::All,
     "archive backoffLimit cleanup containers[]:FluxContainer deadlineSeconds flux:FluxView interactive jobLabels "
     "logging:FluxLogging maxSize minSize network:FluxNetwork pod:FluxPod services[]:FluxContainer "
     "shareProcessNamespace size tasks"},
    {"FluxContainer", "a container of a MiniCluster", Known::All,
     "batch batchRaw command commands environment image imagePullPolicy imagePullSecret launcher lifeCycle logs name "
     "noWrapEntrypoint ports pullAlways resources:ResourceRequirements runFlux secrets securityContext "
     "volumes{}:FluxVolume workingDir"},
    {"FluxVolume", "a volume of a MiniCluster", Known::All,
     "claimName configMapName csiDriver csiDriverAttributes emptyDir emptyDirMedium emptyDirSizeLimit hostPath items path "
     "readOnly secretName"},
    {"FluxView", "flux", Known::All,
     "arch brokerConfig bursting completeWorkers connectTimeout container curveCert disableSocket environment logLevel "
     "minimalService mungeSecret noWaitSocket optionFlags scheduler submitCommand topology wrap"},
    {"FluxLogging", "logging", Known::All, "debug quiet strict timed zeromq"},
    {"FluxNetwork", "network", Known::All, "disableAffinity headlessName"},
    {"FluxPod", "pod", Known::All,
     "annotations automountServiceAccountToken dnsPolicy hostIPC hostPID labels nodeAffinity nodeSelector resources "
     "restartPolicy runtimeClassName schedulerName securityContext serviceAccountName tolerations"},
    {"RoleBasedGroup", "a RoleBasedGroup", Known::All,
     "apiVersion kind metadata:ObjectMeta spec:RoleBasedGroupSpec status"},
    // Its schema keeps unknown fields of roles.
    {"RoleBasedGroupSpec", "the spec of a RoleBasedGroup", Known::All,
     "coordination podGroupPolicy roleTemplates[]:RoleTemplate roles"},
    {"RoleTemplate", "a role template", Known::All, "name template:PodTemplateSpec"},
    // The schemas that Argo installs by default are complete since release 4.
    {"Workflow", "a Workflow", Known::All, "apiVersion kind metadata:ObjectMeta spec:WorkflowSpec status"},
    {"CronWorkflow", "a CronWorkflow", Known::All, "apiVersion kind metadata:ObjectMeta spec:CronWorkflowSpec status"},
    {"CronWorkflowSpec", "the spec of a CronWorkflow", Known::All,
     "concurrencyPolicy failedJobsHistoryLimit schedule schedules startingDeadlineSeconds stopStrategy "
     "successfulJobsHistoryLimit suspend timezone when workflowMetadata workflowSpec:WorkflowSpec"},
    {"WorkflowSpec", "the spec of a Workflow", Known::All,
     "activeDeadlineSeconds affinity archiveLogs arguments artifactGC artifactRepositoryRef automountServiceAccountToken "
     "dnsConfig dnsPolicy entrypoint executor executorPlugins hooks hostAliases hostNetwork imagePullSecrets metrics "
     "nodeSelector onExit parallelism podDisruptionBudget podGC podMetadata podPriority podPriorityClassName podResources "
     "podSpecPatch priority resourceClaims retryStrategy schedulerName securityContext serviceAccountName shutdown "
     "suspend synchronization templateDefaults templates tolerations ttlStrategy volumeClaimGC volumeClaimTemplates "
     "volumes workflowMetadata workflowTemplateRef"},
};

struct KindRow {
  std::string_view api_group, kind, type;
  std::string_view version = {}; // empty: any
};

constexpr KindRow k_kind_rows[] = {
    {"",                        "ConfigMap",             "ConfigMap"},
    {"",                        "LimitRange",            "LimitRange"},
    {"",                        "Namespace",             "Namespace"},
    {"",                        "PersistentVolumeClaim", "PersistentVolumeClaim"},
    {"",                        "Pod",                   "Pod"},
    {"",                        "PodTemplate",           "PodTemplate"},
    {"",                        "ReplicationController", "ReplicationController"},
    {"",                        "ResourceQuota",         "ResourceQuota"},
    {"",                        "Secret",                "Secret"},
    {"",                        "Service",               "Service"},
    {"",                        "ServiceAccount",        "ServiceAccount"},
    {"apps",                    "DaemonSet",             "DaemonSet"},
    {"apps",                    "Deployment",            "Deployment"},
    {"apps",                    "ReplicaSet",            "ReplicaSet"},
    {"apps",                    "StatefulSet",           "StatefulSet"},
    {"batch",                   "CronJob",               "CronJob"},
    {"batch",                   "Job",                   "Job"},
    {"argoproj.io",             "CronWorkflow",          "CronWorkflow"},
    {"argoproj.io",             "Workflow",              "Workflow"},
    {"batch.volcano.sh",        "Job",                   "VolcanoJob"},
    {"flink.apache.org",        "FlinkDeployment",       "FlinkDeployment"},
    {"flux-framework.org",      "MiniCluster",           "MiniCluster",         "v1alpha2"},
    {"jobset.x-k8s.io",         "JobSet",                "JobSet"},
    {"kubeflow.org",            "JAXJob",                "TrainingJob"},
    {"kubeflow.org",            "MPIJob",                "TrainingJob"},
    {"kubeflow.org",            "MXJob",                 "TrainingJob"},
    {"kubeflow.org",            "PaddleJob",             "TrainingJob"},
    {"kubeflow.org",            "PyTorchJob",            "TrainingJob"},
    {"kubeflow.org",            "TFJob",                 "TrainingJob"},
    {"kubeflow.org",            "XGBoostJob",            "TrainingJob"},
    {"leaderworkerset.x-k8s.io","LeaderWorkerSet",       "LeaderWorkerSet"},
    {"node.k8s.io",             "RuntimeClass",          "RuntimeClass"},
    {"orchestration.aibrix.ai", "RayClusterFleet",       "RayClusterFleet"},
    {"policy",                  "PodDisruptionBudget",   "PodDisruptionBudget"},
    {"ray.io",                  "RayCluster",            "RayCluster"},
    {"ray.io",                  "RayCronJob",            "RayCronJob"},
    {"ray.io",                  "RayJob",                "RayJob"},
    {"ray.io",                  "RayService",            "RayService"},
    {"rbac.authorization.k8s.io","ClusterRole",           "ClusterRole"},
    {"rbac.authorization.k8s.io","ClusterRoleBinding",    "ClusterRoleBinding"},
    {"rbac.authorization.k8s.io","Role",                  "Role"},
    {"rbac.authorization.k8s.io","RoleBinding",           "RoleBinding"},
    {"resource.k8s.io",         "ResourceClaim",         "DeviceClaimObject",   "v1"},
    {"resource.k8s.io",         "ResourceClaimTemplate", "DeviceClaimTemplate", "v1"},
    {"scheduling.k8s.io",       "PodGroup",              "NativePodGroup",      "v1alpha2"},
    {"scheduling.k8s.io",       "PriorityClass",         "PriorityClass"},
    {"scheduling.k8s.io",       "Workload",              "NativeWorkload",      "v1alpha2"},
    {"scheduling.sigs.k8s.io",  "PodGroup",              "PodGroup"},
    {"scheduling.volcano.sh",   "PodGroup",              "QueuedGroup"},
    {"scheduling.x-k8s.io",     "PodGroup",              "PodGroup"},
    {"serving.kserve.io",       "ClusterServingRuntime", "ServingRuntime"},
    {"serving.kserve.io",       "InferenceService",      "InferenceService",    "v1beta1"},
    {"serving.kserve.io",       "ServingRuntime",        "ServingRuntime"},
    {"spark.apache.org",        "SparkApplication",      "ApacheSparkApplication"},
    {"sparkoperator.k8s.io",    "ScheduledSparkApplication", "ScheduledSparkApplication"},
    {"sparkoperator.k8s.io",    "SparkApplication",      "SparkApplication"},
    {"trainer.kubeflow.org",    "ClusterTrainingRuntime", "TrainingRuntime"},
    {"trainer.kubeflow.org",    "TrainJob",              "TrainJob"},
    {"trainer.kubeflow.org",    "TrainingRuntime",       "TrainingRuntime"},
    {"workloads.x-k8s.io",      "RoleBasedGroup",        "RoleBasedGroup"},
};
// clang-format on

using Types = std::map<std::string_view, FieldsType>;

struct BasicType {
  std::string_view word;
  ValueType type;
};

constexpr BasicType k_basic_types[] = {
    {"any", ValueType::Any},           {"bool", ValueType::Boolean},  {"bytes", ValueType::Bytes},
    {"int32", ValueType::Int32},       {"int64", ValueType::Int64},   {"intstr", ValueType::IntOrString},
    {"quantity", ValueType::Quantity}, {"string", ValueType::String}, {"time", ValueType::Time},
};

FieldsType::Field field_of(std::string_view word, Known known, Types& types) {
  FieldsType::Field field;
  const std::size_t colon = word.find(':');
  field.name = word.substr(0, colon);
  if (field.name.ends_with("[]")) { field.shape = FieldShape::List; }
  if (field.name.ends_with("{}")) { field.shape = FieldShape::Map; }
  if (field.shape != FieldShape::Single) { field.name.remove_suffix(2); }
  field.is_always_there = field.name.ends_with('!');
  if (field.is_always_there) { field.name.remove_suffix(1); }
  if (colon == std::string_view::npos) {
    field.type = known == Known::Types ? ValueType::String : ValueType::Any;
    return field;
  }
  const std::string_view type = word.substr(colon + 1);
  if (const auto basic = std::ranges::find(k_basic_types, type, &BasicType::word); basic != std::end(k_basic_types)) {
    field.type = basic->type;
    return field;
  }
  const auto below = types.find(type);
  assert(below != types.end());
  field.type = ValueType::Object;
  field.below = &below->second;
  return field;
}

void parse_rows(std::span<const FieldRow> rows, Types& types) {
  for (const FieldRow& row : rows) {
    std::string_view left = row.fields;
    while (!left.empty()) {
      const std::size_t end = std::min(left.find(' '), left.size());
      types[row.type].fields.push_back(field_of(left.substr(0, end), row.known, types));
      left.remove_prefix(std::min(end + 1, left.size()));
    }
  }
}

Types parsed_rows() {
  Types types;
  const std::span<const FieldRow> tables[] = {kubernetes_field_rows(), k_custom_rows};
  for (const std::span<const FieldRow> rows : tables) {
    for (const FieldRow& row : rows) {
      types[row.type] = {row.type, row.words, row.known != Known::Some, row.known == Known::Types, {}};
    }
  }
  for (const std::span<const FieldRow> rows : tables) { parse_rows(rows, types); }
  return types;
}

const FieldsType& type_of_name(std::string_view name) {
  static const Types types = parsed_rows(); // entries of a map never move
  return types.at(name);
}

} // namespace

const FieldsType::Field* FieldsType::find(std::string_view field) const {
  const auto found = std::ranges::find(fields, field, &Field::name);
  return found == fields.end() ? nullptr : &*found;
}

const FieldsType* fields_of_kind(std::string_view api_version, std::string_view kind) {
  const auto row = std::ranges::find_if(k_kind_rows, [&](const KindRow& each) {
    return each.kind == kind && each.api_group == api_group_of(api_version) &&
           (each.version.empty() || api_version.ends_with(util::concat('/', each.version)));
  });
  return row == std::ranges::end(k_kind_rows) ? nullptr : &type_of_name(row->type);
}

const FieldsType& fields_of_pod_template() { return type_of_name("PodTemplateSpec"); }

} // namespace snapshot
