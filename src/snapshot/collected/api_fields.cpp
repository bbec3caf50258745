// SPDX-License-Identifier: Apache-2.0
// The table of field names: those of Kubernetes 1.36 (k8s.io/api core/v1, batch/v1, apps/v1 and apimachinery meta/v1),
// those that only older versions have, and those of the custom resources that this project reads most.
#include "snapshot/collected/api_fields.hpp"

#include <algorithm>
#include <cassert>
#include <map>

namespace snapshot {

namespace {

enum class Known : bool { Some, All };

// Blanks separate the entries of `fields`: "name", "name:Type" for an object or a list of objects of a type below, or
// "name{}:Type" for a map of them.
struct FieldRow {
  std::string_view type, words;
  Known known;
  std::string_view fields;
};

// clang-format off
constexpr FieldRow k_field_rows[] = {
    {"ObjectMeta", "metadata", Known::All,
     "name generateName namespace selfLink uid resourceVersion generation creationTimestamp deletionTimestamp "
     "deletionGracePeriodSeconds labels annotations ownerReferences finalizers managedFields clusterName"},
    {"LabelSelector", "a label selector", Known::All, "matchLabels matchExpressions:Requirement"},
    {"Requirement", "a requirement", Known::All, "key operator values"},

    // ---- pods
    {"Pod", "a Pod", Known::All, "apiVersion kind metadata:ObjectMeta spec:PodSpec status"},
    {"PodTemplateSpec", "a pod template", Known::All, "apiVersion kind metadata:ObjectMeta spec:PodSpec"},
    {"PodSpec", "the spec of a pod", Known::All,
     "volumes:Volume initContainers:Container containers:Container ephemeralContainers:Container restartPolicy "
     "terminationGracePeriodSeconds activeDeadlineSeconds dnsPolicy nodeSelector serviceAccountName serviceAccount "
     "automountServiceAccountToken nodeName hostNetwork hostPID hostIPC shareProcessNamespace securityContext:PodSecurityContext "
     "imagePullSecrets hostname subdomain affinity:Affinity schedulerName tolerations:Toleration hostAliases "
     "priorityClassName priority dnsConfig:PodDNSConfig readinessGates runtimeClassName enableServiceLinks preemptionPolicy overhead "
     "topologySpreadConstraints:TopologySpreadConstraint setHostnameAsFQDN os hostUsers "
     "schedulingGates:PodSchedulingGate resourceClaims:PodResourceClaim resources:ResourceRequirements hostnameOverride "
     "schedulingGroup:PodSchedulingGroup workloadRef"},
    {"Container", "a container", Known::All,
     "name image command args workingDir ports:ContainerPort envFrom env resources:ResourceRequirements resizePolicy "
     "restartPolicy restartPolicyRules volumeMounts volumeDevices livenessProbe readinessProbe startupProbe lifecycle "
     "terminationMessagePath terminationMessagePolicy imagePullPolicy securityContext:SecurityContext stdin stdinOnce tty "
     "targetContainerName"},
    {"Volume", "a volume", Known::All,
     "name hostPath emptyDir gcePersistentDisk awsElasticBlockStore gitRepo secret nfs iscsi glusterfs "
     "persistentVolumeClaim rbd flexVolume cinder cephfs flocker downwardAPI fc azureFile configMap vsphereVolume "
     "quobyte azureDisk photonPersistentDisk projected portworxVolume scaleIO storageos csi ephemeral image"},
    {"PodSecurityContext", "the securityContext of a pod", Known::All,
     "seLinuxOptions windowsOptions runAsUser runAsGroup runAsNonRoot supplementalGroups supplementalGroupsPolicy fsGroup "
     "sysctls fsGroupChangePolicy seccompProfile appArmorProfile seLinuxChangePolicy"},
    {"SecurityContext", "the securityContext of a container", Known::All,
     "capabilities privileged seLinuxOptions windowsOptions runAsUser runAsGroup runAsNonRoot readOnlyRootFilesystem "
     "allowPrivilegeEscalation procMount seccompProfile appArmorProfile"},
    {"PodDNSConfig", "dnsConfig", Known::All, "nameservers searches options"},
    {"ContainerPort", "a port", Known::All, "name hostPort containerPort protocol hostIP"},
    {"ResourceRequirements", "resources", Known::All, "limits requests claims"},
    {"Affinity", "affinity", Known::All,
     "nodeAffinity:NodeAffinity podAffinity:PodAffinity podAntiAffinity:PodAffinity"},
    {"NodeAffinity", "nodeAffinity", Known::All,
     "requiredDuringSchedulingIgnoredDuringExecution:NodeSelector "
     "preferredDuringSchedulingIgnoredDuringExecution:PreferredSchedulingTerm"},
    {"NodeSelector", "a required nodeAffinity", Known::All, "nodeSelectorTerms:NodeSelectorTerm"},
    {"NodeSelectorTerm", "a node selector term", Known::All, "matchExpressions:Requirement matchFields:Requirement"},
    {"PreferredSchedulingTerm", "a preferred nodeAffinity", Known::All, "weight preference:NodeSelectorTerm"},
    {"PodAffinity", "affinity to pods", Known::All,
     "requiredDuringSchedulingIgnoredDuringExecution:PodAffinityTerm "
     "preferredDuringSchedulingIgnoredDuringExecution:WeightedPodAffinityTerm"},
    {"PodAffinityTerm", "a term of affinity to pods", Known::All,
     "labelSelector:LabelSelector namespaces topologyKey namespaceSelector:LabelSelector matchLabelKeys "
     "mismatchLabelKeys"},
    {"WeightedPodAffinityTerm", "a preferred affinity to pods", Known::All, "weight podAffinityTerm:PodAffinityTerm"},
    {"Toleration", "a toleration", Known::All, "key operator value effect tolerationSeconds"},
    {"TopologySpreadConstraint", "a topology spread constraint", Known::All,
     "maxSkew topologyKey whenUnsatisfiable labelSelector:LabelSelector minDomains nodeAffinityPolicy nodeTaintsPolicy "
     "matchLabelKeys"},
    {"PodSchedulingGate", "a scheduling gate", Known::All, "name"},
    {"PodResourceClaim", "a resource claim of a pod", Known::All,
     "name resourceClaimName resourceClaimTemplateName source"},
    {"PodSchedulingGroup", "schedulingGroup", Known::All, "podGroupName"},

    // ---- Kubernetes' own workloads
    {"Job", "a Job", Known::All, "apiVersion kind metadata:ObjectMeta spec:JobSpec status"},
    {"JobSpec", "the spec of a Job", Known::All,
     "parallelism completions activeDeadlineSeconds podFailurePolicy successPolicy backoffLimit backoffLimitPerIndex "
     "maxFailedIndexes selector:LabelSelector manualSelector template:PodTemplateSpec ttlSecondsAfterFinished "
     "completionMode suspend podReplacementPolicy managedBy"},
    {"JobTemplateSpec", "a job template", Known::All, "apiVersion kind metadata:ObjectMeta spec:JobSpec"},
    {"CronJob", "a CronJob", Known::All, "apiVersion kind metadata:ObjectMeta spec:CronJobSpec status"},
    {"CronJobSpec", "the spec of a CronJob", Known::All,
     "schedule timeZone startingDeadlineSeconds concurrencyPolicy suspend jobTemplate:JobTemplateSpec "
     "successfulJobsHistoryLimit failedJobsHistoryLimit"},
    {"Deployment", "a Deployment", Known::All, "apiVersion kind metadata:ObjectMeta spec:DeploymentSpec status"},
    {"DeploymentSpec", "the spec of a Deployment", Known::All,
     "replicas selector:LabelSelector template:PodTemplateSpec strategy minReadySeconds revisionHistoryLimit paused "
     "progressDeadlineSeconds"},
    {"ReplicaSet", "a ReplicaSet", Known::All, "apiVersion kind metadata:ObjectMeta spec:ReplicaSetSpec status"},
    {"ReplicaSetSpec", "the spec of a ReplicaSet", Known::All,
     "replicas minReadySeconds selector:LabelSelector template:PodTemplateSpec"},
    {"StatefulSet", "a StatefulSet", Known::All, "apiVersion kind metadata:ObjectMeta spec:StatefulSetSpec status"},
    {"StatefulSetSpec", "the spec of a StatefulSet", Known::All,
     "replicas selector:LabelSelector template:PodTemplateSpec volumeClaimTemplates serviceName podManagementPolicy "
     "updateStrategy revisionHistoryLimit minReadySeconds persistentVolumeClaimRetentionPolicy ordinals"},
    {"DaemonSet", "a DaemonSet", Known::All, "apiVersion kind metadata:ObjectMeta spec:DaemonSetSpec status"},
    {"DaemonSetSpec", "the spec of a DaemonSet", Known::All,
     "selector:LabelSelector template:PodTemplateSpec updateStrategy minReadySeconds revisionHistoryLimit"},
    {"ReplicationController", "a ReplicationController", Known::All,
     "apiVersion kind metadata:ObjectMeta spec:ReplicationControllerSpec status"},
    {"ReplicationControllerSpec", "the spec of a ReplicationController", Known::All,
     "replicas minReadySeconds selector template:PodTemplateSpec"},

    // ---- groups
    {"PodGroup", "a PodGroup", Known::All, "apiVersion kind metadata:ObjectMeta spec:PodGroupSpec status"},
    {"PodGroupSpec", "the spec of a PodGroup", Known::All, "minMember minResources scheduleTimeoutSeconds"},
    {"QueuedGroup", "a PodGroup", Known::All, "apiVersion kind metadata:ObjectMeta spec:QueuedGroupSpec status"},
    {"QueuedGroupSpec", "the spec of a PodGroup", Known::Some,
     "minMember queue priorityClassName minResources minTaskMember subGroupPolicy"},

    // ---- custom resources
    {"VolcanoJob", "a Job of Volcano", Known::All, "apiVersion kind metadata:ObjectMeta spec:VolcanoJobSpec status"},
    {"VolcanoJobSpec", "the spec of a Job of Volcano", Known::Some,
     "schedulerName minAvailable volumes tasks:VolcanoTask policies plugins queue maxRetry ttlSecondsAfterFinished "
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
    {"JobSetSpec", "the spec of a JobSet", Known::Some,
     "replicatedJobs:ReplicatedJob network successPolicy failurePolicy startupPolicy suspend coordinator managedBy "
     "ttlSecondsAfterFinished"},
    {"LeaderWorkerSet", "a LeaderWorkerSet", Known::All, "apiVersion kind metadata:ObjectMeta spec:LeaderWorkerSetSpec status"},
    {"LeaderWorkerSetSpec", "the spec of a LeaderWorkerSet", Known::All,
     "replicas leaderWorkerTemplate:LeaderWorkerTemplate rolloutStrategy startupPolicy networkConfig"},
    {"LeaderWorkerTemplate", "leaderWorkerTemplate", Known::All,
     "leaderTemplate:PodTemplateSpec workerTemplate:PodTemplateSpec size restartPolicy subGroupPolicy "
     "volumeClaimTemplates persistentVolumeClaimRetentionPolicy"},
    {"RayCluster", "a RayCluster", Known::All, "apiVersion kind metadata:ObjectMeta spec:RayClusterSpec status"},
    {"RayClusterSpec", "the spec of a RayCluster", Known::Some,
     "suspend managedBy autoscalerOptions headServiceAnnotations enableInTreeAutoscaling gcsFaultToleranceOptions "
     "headGroupSpec:RayHeadGroup rayVersion workerGroupSpecs:RayWorkerGroup authOptions upgradeStrategy"},
    {"RayHeadGroup", "a head group of Ray", Known::Some,
     "template:PodTemplateSpec headService enableIngress rayStartParams serviceType resources labels"},
    {"RayWorkerGroup", "a worker group of Ray", Known::Some,
     "suspend groupName replicas minReplicas maxReplicas idleTimeoutSeconds rayStartParams template:PodTemplateSpec "
     "scaleStrategy numOfHosts resources labels"},
    {"RayJob", "a RayJob", Known::All, "apiVersion kind metadata:ObjectMeta spec:RayJobSpec status"},
    {"RayJobSpec", "the spec of a RayJob", Known::Some,
     "activeDeadlineSeconds waitingTTLSeconds backoffLimit rayClusterSpec:RayClusterSpec submitterPodTemplate:PodTemplateSpec "
     "metadata clusterSelector submitterConfig managedBy deletionStrategy entrypoint runtimeEnvYAML jobId submissionMode "
     "entrypointResources entrypointNumCpus entrypointNumGpus ttlSecondsAfterFinished shutdownAfterJobFinishes suspend "
     "preRunningDeadlineSeconds"},
    {"ReplicatedJob", "a replicated job", Known::Some, "name groupName template:JobTemplateSpec replicas dependsOn"},
};

struct KindRow {
  std::string_view api_group, kind, type;
};

constexpr KindRow k_kind_rows[] = {
    {"",                      "Pod",                   "Pod"},
    {"",                      "ReplicationController", "ReplicationController"},
    {"apps",                  "DaemonSet",             "DaemonSet"},
    {"apps",                  "Deployment",            "Deployment"},
    {"apps",                  "ReplicaSet",            "ReplicaSet"},
    {"apps",                  "StatefulSet",           "StatefulSet"},
    {"batch",                 "CronJob",               "CronJob"},
    {"batch",                 "Job",                   "Job"},
    {"batch.volcano.sh",      "Job",                   "VolcanoJob"},
    {"jobset.x-k8s.io",       "JobSet",                "JobSet"},
    {"kubeflow.org",          "JAXJob",                "TrainingJob"},
    {"kubeflow.org",          "MPIJob",                "TrainingJob"},
    {"kubeflow.org",          "MXJob",                 "TrainingJob"},
    {"kubeflow.org",          "PaddleJob",             "TrainingJob"},
    {"kubeflow.org",          "PyTorchJob",            "TrainingJob"},
    {"kubeflow.org",          "TFJob",                 "TrainingJob"},
    {"kubeflow.org",          "XGBoostJob",            "TrainingJob"},
    {"leaderworkerset.x-k8s.io","LeaderWorkerSet",     "LeaderWorkerSet"},
    {"ray.io",                "RayCluster",            "RayCluster"},
    {"ray.io",                "RayJob",                "RayJob"},
    {"scheduling.sigs.k8s.io","PodGroup",              "PodGroup"},
    {"scheduling.volcano.sh", "PodGroup",              "QueuedGroup"},
    {"scheduling.x-k8s.io",   "PodGroup",              "PodGroup"},
};
// clang-format on

using Types = std::map<std::string_view, FieldsType>;

FieldsType::Field field_of(std::string_view word, Types& types) {
  FieldsType::Field field;
  const std::size_t colon = word.find(':');
  field.name = word.substr(0, colon);
  field.is_map = field.name.ends_with("{}");
  if (field.is_map) { field.name.remove_suffix(2); }
  if (colon != std::string_view::npos) {
    const auto below = types.find(word.substr(colon + 1));
    assert(below != types.end());
    field.below = &below->second;
  }
  return field;
}

Types parsed_rows() {
  Types types;
  for (const FieldRow& row : k_field_rows) { types[row.type] = {row.words, row.known == Known::All, {}}; }
  for (const FieldRow& row : k_field_rows) {
    std::string_view left = row.fields;
    while (!left.empty()) {
      const std::size_t end = std::min(left.find(' '), left.size());
      types[row.type].fields.push_back(field_of(left.substr(0, end), types));
      left.remove_prefix(std::min(end + 1, left.size()));
    }
  }
  return types;
}

const FieldsType& type_of_name(std::string_view name) {
  static const Types types = parsed_rows(); // entries of a map never move
  return types.at(name);
}

} // namespace

const FieldsType::Field* FieldsType::find(std::string_view name) const {
  const auto found = std::ranges::find(fields, name, &Field::name);
  return found == fields.end() ? nullptr : &*found;
}

const FieldsType* fields_of_kind(std::string_view api_group, std::string_view kind) {
  const auto row = std::ranges::find_if(
      k_kind_rows, [&](const KindRow& each) { return each.api_group == api_group && each.kind == kind; });
  return row == std::ranges::end(k_kind_rows) ? nullptr : &type_of_name(row->type);
}

const FieldsType& fields_of_pod_template() { return type_of_name("PodTemplateSpec"); }

} // namespace snapshot
