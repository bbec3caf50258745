// SPDX-License-Identifier: Apache-2.0
// The types of Kubernetes' own API: those of 1.36 (k8s.io/api core/v1, batch/v1, apps/v1, scheduling/v1 and v1alpha2,
// policy/v1, rbac/v1, node/v1 and apimachinery meta/v1), without status; workloadRef is 1.35's, scheduling 1.37's.
#include "snapshot/collected/api_rows.hpp"

namespace snapshot {

namespace {

// clang-format off
constexpr FieldRow k_rows[] = {
    {"Pod", "a Pod", Known::Types, "kind apiVersion metadata!:ObjectMeta spec!:PodSpec status:any"},
    {"PodTemplate", "a PodTemplate", Known::Types, "kind apiVersion metadata!:ObjectMeta template!:PodTemplateSpec"},
    {"ReplicationController", "a ReplicationController", Known::Types,
     "kind apiVersion metadata!:ObjectMeta spec!:ReplicationControllerSpec status:any"},
    {"PersistentVolumeClaim", "a PersistentVolumeClaim", Known::Types,
     "kind apiVersion metadata!:ObjectMeta spec!:PersistentVolumeClaimSpec status:any"},
    {"ResourceQuota", "a ResourceQuota", Known::Types,
     "kind apiVersion metadata!:ObjectMeta spec!:ResourceQuotaSpec status:any"},
    {"LimitRange", "a LimitRange", Known::Types, "kind apiVersion metadata!:ObjectMeta spec!:LimitRangeSpec"},
    {"Service", "a Service", Known::Types, "kind apiVersion metadata!:ObjectMeta spec!:ServiceSpec status:any"},
    {"ConfigMap", "a ConfigMap", Known::Types,
     "kind apiVersion metadata!:ObjectMeta immutable:bool data{} binaryData{}:bytes"},
    {"Secret", "a Secret", Known::Types,
     "kind apiVersion metadata!:ObjectMeta immutable:bool data{}:bytes stringData{} type"},
    {"ServiceAccount", "a ServiceAccount", Known::Types,
     "kind apiVersion metadata!:ObjectMeta secrets[]:ObjectReference imagePullSecrets[]:LocalObjectReference "
     "automountServiceAccountToken:bool"},
    {"Namespace", "a Namespace", Known::Types, "kind apiVersion metadata!:ObjectMeta spec!:NamespaceSpec status:any"},
    {"Job", "a Job", Known::Types, "kind apiVersion metadata!:ObjectMeta spec!:JobSpec status:any"},
    {"CronJob", "a CronJob", Known::Types, "kind apiVersion metadata!:ObjectMeta spec!:CronJobSpec status:any"},
    {"Deployment", "a Deployment", Known::Types,
     "kind apiVersion metadata!:ObjectMeta spec!:DeploymentSpec status:any"},
    {"ReplicaSet", "a ReplicaSet", Known::Types,
     "kind apiVersion metadata!:ObjectMeta spec!:ReplicaSetSpec status:any"},
    {"StatefulSet", "a StatefulSet", Known::Types,
     "kind apiVersion metadata!:ObjectMeta spec!:StatefulSetSpec status:any"},
    {"DaemonSet", "a DaemonSet", Known::Types, "kind apiVersion metadata!:ObjectMeta spec!:DaemonSetSpec status:any"},
    {"PriorityClass", "a PriorityClass", Known::Types,
     "kind apiVersion metadata!:ObjectMeta value:int32 globalDefault:bool description preemptionPolicy"},
    {"NativeWorkload", "a Workload", Known::Types, "kind apiVersion metadata!:ObjectMeta spec!:NativeWorkloadSpec"},
    {"NativePodGroup", "a PodGroup", Known::Types,
     "kind apiVersion metadata!:ObjectMeta spec!:NativePodGroupSpec status:any"},
    {"PodDisruptionBudget", "a PodDisruptionBudget", Known::Types,
     "kind apiVersion metadata!:ObjectMeta spec!:PodDisruptionBudgetSpec status:any"},
    {"Role", "a Role", Known::Types, "kind apiVersion metadata!:ObjectMeta rules[]:PolicyRule"},
    {"ClusterRole", "a ClusterRole", Known::Types,
     "kind apiVersion metadata!:ObjectMeta rules[]:PolicyRule aggregationRule:AggregationRule"},
    {"RoleBinding", "a RoleBinding", Known::Types,
     "kind apiVersion metadata!:ObjectMeta subjects[]:Subject roleRef!:RoleRef"},
    {"ClusterRoleBinding", "a ClusterRoleBinding", Known::Types,
     "kind apiVersion metadata!:ObjectMeta subjects[]:Subject roleRef!:RoleRef"},
    {"RuntimeClass", "a RuntimeClass", Known::Types,
     "kind apiVersion metadata!:ObjectMeta handler overhead:Overhead scheduling:Scheduling"},
    {"DeviceClaimObject", "a ResourceClaim", Known::Types,
     "kind apiVersion metadata!:ObjectMeta spec!:DeviceClaimObjectSpec status:any"},
    {"DeviceClaimTemplate", "a ResourceClaimTemplate", Known::Types,
     "kind apiVersion metadata!:ObjectMeta spec!:DeviceClaimTemplateSpec"},
    {"ObjectMeta", "metadata", Known::Types,
     "name generateName namespace selfLink uid resourceVersion generation:int64 creationTimestamp:time "
     "deletionTimestamp:time deletionGracePeriodSeconds:int64 labels{} annotations{} "
     "ownerReferences[]:OwnerReference finalizers[] managedFields[]:any"},
    {"PodSpec", "the spec of a pod", Known::Types,
     "volumes[]:Volume initContainers[]:Container containers[]:Container "
     "ephemeralContainers[]:EphemeralContainer restartPolicy terminationGracePeriodSeconds:int64 "
     "activeDeadlineSeconds:int64 dnsPolicy nodeSelector{} serviceAccountName serviceAccount "
     "automountServiceAccountToken:bool nodeName hostNetwork:bool hostPID:bool hostIPC:bool "
     "shareProcessNamespace:bool securityContext:PodSecurityContext imagePullSecrets[]:LocalObjectReference "
     "hostname subdomain affinity:Affinity schedulerName tolerations[]:Toleration hostAliases[]:HostAlias "
     "priorityClassName priority:int32 dnsConfig:PodDNSConfig readinessGates[]:PodReadinessGate runtimeClassName "
     "enableServiceLinks:bool preemptionPolicy overhead{}:quantity "
     "topologySpreadConstraints[]:TopologySpreadConstraint setHostnameAsFQDN:bool os:PodOS hostUsers:bool "
     "schedulingGates[]:PodSchedulingGate resourceClaims[]:PodResourceClaim resources:ResourceRequirements "
     "hostnameOverride schedulingGroup:PodSchedulingGroup workloadRef:any"},
    {"PodTemplateSpec", "a pod template", Known::Types, "metadata!:ObjectMeta spec!:PodSpec"},
    {"ReplicationControllerSpec", "the spec of a ReplicationController", Known::Types,
     "replicas:int32 minReadySeconds:int32 selector{} template:PodTemplateSpec"},
    {"PersistentVolumeClaimSpec", "PersistentVolumeClaimSpec", Known::Types,
     "accessModes[] selector:LabelSelector resources!:VolumeResourceRequirements volumeName storageClassName "
     "volumeMode dataSource:TypedLocalObjectReference dataSourceRef:TypedObjectReference "
     "volumeAttributesClassName"},
    {"ResourceQuotaSpec", "ResourceQuotaSpec", Known::Types, "hard{}:quantity scopes[] scopeSelector:ScopeSelector"},
    {"LimitRangeSpec", "LimitRangeSpec", Known::Types, "limits[]:LimitRangeItem"},
    {"ServiceSpec", "ServiceSpec", Known::Types,
     "ports[]:ServicePort selector{} clusterIP clusterIPs[] type externalIPs[] sessionAffinity loadBalancerIP "
     "loadBalancerSourceRanges[] externalName externalTrafficPolicy healthCheckNodePort:int32 "
     "publishNotReadyAddresses:bool sessionAffinityConfig:SessionAffinityConfig ipFamilies[] ipFamilyPolicy "
     "allocateLoadBalancerNodePorts:bool loadBalancerClass internalTrafficPolicy trafficDistribution"},
    {"ObjectReference", "ObjectReference", Known::Types,
     "kind namespace name uid apiVersion resourceVersion fieldPath"},
    {"LocalObjectReference", "LocalObjectReference", Known::Types, "name"},
    {"NamespaceSpec", "NamespaceSpec", Known::Types, "finalizers[]"},
    {"JobSpec", "the spec of a Job", Known::Types,
     "parallelism:int32 completions:int32 activeDeadlineSeconds:int64 podFailurePolicy:PodFailurePolicy "
     "successPolicy:SuccessPolicy backoffLimit:int32 backoffLimitPerIndex:int32 maxFailedIndexes:int32 "
     "selector:LabelSelector manualSelector:bool template!:PodTemplateSpec ttlSecondsAfterFinished:int32 "
     "completionMode suspend:bool podReplacementPolicy managedBy scheduling:JobSchedulingConfiguration"},
    {"JobSchedulingConfiguration", "scheduling", Known::All, // 1.37
     "schedulingPolicy schedulingConstraints disruptionMode resourceClaims"},
    {"CronJobSpec", "the spec of a CronJob", Known::Types,
     "schedule timeZone startingDeadlineSeconds:int64 concurrencyPolicy suspend:bool "
     "jobTemplate!:JobTemplateSpec successfulJobsHistoryLimit:int32 failedJobsHistoryLimit:int32"},
    {"DeploymentSpec", "the spec of a Deployment", Known::Types,
     "replicas:int32 selector:LabelSelector template!:PodTemplateSpec strategy!:DeploymentStrategy "
     "minReadySeconds:int32 revisionHistoryLimit:int32 paused:bool progressDeadlineSeconds:int32"},
    {"ReplicaSetSpec", "the spec of a ReplicaSet", Known::Types,
     "replicas:int32 minReadySeconds:int32 selector:LabelSelector template!:PodTemplateSpec"},
    {"StatefulSetSpec", "the spec of a StatefulSet", Known::Types,
     "replicas:int32 selector:LabelSelector template!:PodTemplateSpec "
     "volumeClaimTemplates[]:PersistentVolumeClaim serviceName podManagementPolicy "
     "updateStrategy!:StatefulSetUpdateStrategy revisionHistoryLimit:int32 minReadySeconds:int32 "
     "persistentVolumeClaimRetentionPolicy:StatefulSetPersistentVolumeClaimRetentionPolicy "
     "ordinals:StatefulSetOrdinals"},
    {"DaemonSetSpec", "the spec of a DaemonSet", Known::Types,
     "selector:LabelSelector template!:PodTemplateSpec updateStrategy!:DaemonSetUpdateStrategy "
     "minReadySeconds:int32 revisionHistoryLimit:int32"},
    {"NativeWorkloadSpec", "the spec of a Workload", Known::Types,
     "controllerRef:NativeTypedLocalObjectReference podGroupTemplates[]:NativePodGroupTemplate"},
    {"NativePodGroupSpec", "the spec of a PodGroup", Known::Types,
     "podGroupTemplateRef:NativePodGroupTemplateReference schedulingPolicy!:NativePodGroupSchedulingPolicy "
     "schedulingConstraints:NativePodGroupSchedulingConstraints resourceClaims[]:NativePodGroupResourceClaim "
     "disruptionMode priorityClassName priority:int32"},
    {"PodDisruptionBudgetSpec", "PodDisruptionBudgetSpec", Known::Types,
     "minAvailable:intstr selector:LabelSelector maxUnavailable:intstr unhealthyPodEvictionPolicy"},
    {"PolicyRule", "PolicyRule", Known::Types, "verbs[] apiGroups[] resources[] resourceNames[] nonResourceURLs[]"},
    {"AggregationRule", "AggregationRule", Known::Types, "clusterRoleSelectors[]:LabelSelector"},
    {"Subject", "Subject", Known::Types, "kind apiGroup name namespace"},
    {"RoleRef", "RoleRef", Known::Types, "apiGroup kind name"},
    {"Overhead", "Overhead", Known::Types, "podFixed{}:quantity"},
    {"Scheduling", "Scheduling", Known::Types, "nodeSelector{} tolerations[]:Toleration"},
    {"OwnerReference", "OwnerReference", Known::Types,
     "apiVersion kind name uid controller:bool blockOwnerDeletion:bool"},
    {"Volume", "a volume", Known::Types,
     "name hostPath:HostPathVolumeSource emptyDir:EmptyDirVolumeSource "
     "gcePersistentDisk:GCEPersistentDiskVolumeSource awsElasticBlockStore:AWSElasticBlockStoreVolumeSource "
     "gitRepo:GitRepoVolumeSource secret:SecretVolumeSource nfs:NFSVolumeSource iscsi:ISCSIVolumeSource "
     "glusterfs:GlusterfsVolumeSource persistentVolumeClaim:PersistentVolumeClaimVolumeSource "
     "rbd:RBDVolumeSource flexVolume:FlexVolumeSource cinder:CinderVolumeSource cephfs:CephFSVolumeSource "
     "flocker:FlockerVolumeSource downwardAPI:DownwardAPIVolumeSource fc:FCVolumeSource "
     "azureFile:AzureFileVolumeSource configMap:ConfigMapVolumeSource "
     "vsphereVolume:VsphereVirtualDiskVolumeSource quobyte:QuobyteVolumeSource azureDisk:AzureDiskVolumeSource "
     "photonPersistentDisk:PhotonPersistentDiskVolumeSource projected:ProjectedVolumeSource "
     "portworxVolume:PortworxVolumeSource scaleIO:ScaleIOVolumeSource storageos:StorageOSVolumeSource "
     "csi:CSIVolumeSource ephemeral:EphemeralVolumeSource image:ImageVolumeSource"},
    {"Container", "a container", Known::Types,
     "name image command[] args[] workingDir ports[]:ContainerPort envFrom[]:EnvFromSource env[]:EnvVar "
     "resources!:ResourceRequirements resizePolicy[]:ContainerResizePolicy restartPolicy "
     "restartPolicyRules[]:ContainerRestartRule volumeMounts[]:VolumeMount volumeDevices[]:VolumeDevice "
     "livenessProbe:Probe readinessProbe:Probe startupProbe:Probe lifecycle:Lifecycle terminationMessagePath "
     "terminationMessagePolicy imagePullPolicy securityContext:SecurityContext stdin:bool stdinOnce:bool "
     "tty:bool"},
    {"EphemeralContainer", "EphemeralContainer", Known::Types,
     "name image command[] args[] workingDir ports[]:ContainerPort envFrom[]:EnvFromSource env[]:EnvVar "
     "resources!:ResourceRequirements resizePolicy[]:ContainerResizePolicy restartPolicy "
     "restartPolicyRules[]:ContainerRestartRule volumeMounts[]:VolumeMount volumeDevices[]:VolumeDevice "
     "livenessProbe:Probe readinessProbe:Probe startupProbe:Probe lifecycle:Lifecycle terminationMessagePath "
     "terminationMessagePolicy imagePullPolicy securityContext:SecurityContext stdin:bool stdinOnce:bool "
     "tty:bool targetContainerName"},
    {"PodSecurityContext", "the securityContext of a pod", Known::Types,
     "seLinuxOptions:SELinuxOptions windowsOptions:WindowsSecurityContextOptions runAsUser:int64 "
     "runAsGroup:int64 runAsNonRoot:bool supplementalGroups[]:int64 supplementalGroupsPolicy fsGroup:int64 "
     "sysctls[]:Sysctl fsGroupChangePolicy seccompProfile:SeccompProfile appArmorProfile:AppArmorProfile "
     "seLinuxChangePolicy"},
    {"Affinity", "affinity", Known::Types,
     "nodeAffinity:NodeAffinity podAffinity:PodAffinity podAntiAffinity:PodAntiAffinity"},
    {"Toleration", "a toleration", Known::Types, "key operator value effect tolerationSeconds:int64"},
    {"HostAlias", "HostAlias", Known::Types, "ip hostnames[]"},
    {"PodDNSConfig", "dnsConfig", Known::Types, "nameservers[] searches[] options[]:PodDNSConfigOption"},
    {"PodReadinessGate", "PodReadinessGate", Known::Types, "conditionType"},
    {"TopologySpreadConstraint", "a topology spread constraint", Known::Types,
     "maxSkew:int32 topologyKey whenUnsatisfiable labelSelector:LabelSelector minDomains:int32 "
     "nodeAffinityPolicy nodeTaintsPolicy matchLabelKeys[]"},
    {"PodOS", "PodOS", Known::Types, "name"},
    {"PodSchedulingGate", "a scheduling gate", Known::Types, "name"},
    {"PodResourceClaim", "a resource claim of a pod", Known::Types,
     "name resourceClaimName resourceClaimTemplateName"},
    {"ResourceRequirements", "resources", Known::Types,
     "limits{}:quantity requests{}:quantity claims[]:ResourceClaim"},
    {"PodSchedulingGroup", "schedulingGroup", Known::Types, "podGroupName"},
    {"LabelSelector", "a label selector", Known::Types, "matchLabels{} matchExpressions[]:LabelSelectorRequirement"},
    {"VolumeResourceRequirements", "VolumeResourceRequirements", Known::Types,
     "limits{}:quantity requests{}:quantity"},
    {"TypedLocalObjectReference", "TypedLocalObjectReference", Known::Types, "apiGroup kind name"},
    {"TypedObjectReference", "TypedObjectReference", Known::Types, "apiGroup kind name namespace"},
    {"ScopeSelector", "ScopeSelector", Known::Types, "matchExpressions[]:ScopedResourceSelectorRequirement"},
    {"LimitRangeItem", "LimitRangeItem", Known::Types,
     "type max{}:quantity min{}:quantity default{}:quantity defaultRequest{}:quantity "
     "maxLimitRequestRatio{}:quantity"},
    {"ServicePort", "ServicePort", Known::Types,
     "name protocol appProtocol port:int32 targetPort:intstr nodePort:int32"},
    {"SessionAffinityConfig", "SessionAffinityConfig", Known::Types, "clientIP:ClientIPConfig"},
    {"PodFailurePolicy", "PodFailurePolicy", Known::Types, "rules[]:PodFailurePolicyRule"},
    {"SuccessPolicy", "SuccessPolicy", Known::Types, "rules[]:SuccessPolicyRule"},
    {"JobTemplateSpec", "a job template", Known::Types, "metadata!:ObjectMeta spec!:JobSpec"},
    {"DeploymentStrategy", "DeploymentStrategy", Known::Types, "type rollingUpdate:RollingUpdateDeployment"},
    {"StatefulSetUpdateStrategy", "StatefulSetUpdateStrategy", Known::Types,
     "type rollingUpdate:RollingUpdateStatefulSetStrategy"},
    {"StatefulSetPersistentVolumeClaimRetentionPolicy", "StatefulSetPersistentVolumeClaimRetentionPolicy", Known::Types,
     "whenDeleted whenScaled"},
    {"StatefulSetOrdinals", "StatefulSetOrdinals", Known::Types, "start:int32"},
    {"DaemonSetUpdateStrategy", "DaemonSetUpdateStrategy", Known::Types, "type rollingUpdate:RollingUpdateDaemonSet"},
    {"NativeTypedLocalObjectReference", "TypedLocalObjectReference", Known::Types, "apiGroup kind name"},
    {"NativePodGroupTemplate", "PodGroupTemplate", Known::Types,
     "name schedulingPolicy!:NativePodGroupSchedulingPolicy "
     "schedulingConstraints:NativePodGroupSchedulingConstraints resourceClaims[]:NativePodGroupResourceClaim "
     "disruptionMode priorityClassName priority:int32"},
    {"NativePodGroupTemplateReference", "PodGroupTemplateReference", Known::Types,
     "workload:NativeWorkloadPodGroupTemplateReference"},
    {"NativePodGroupSchedulingPolicy", "PodGroupSchedulingPolicy", Known::Types,
     "basic:NativeBasicSchedulingPolicy gang:NativeGangSchedulingPolicy"},
    {"NativePodGroupSchedulingConstraints", "PodGroupSchedulingConstraints", Known::Types,
     "topology[]:NativeTopologyConstraint"},
    {"NativePodGroupResourceClaim", "PodGroupResourceClaim", Known::Types,
     "name resourceClaimName resourceClaimTemplateName"},
    {"HostPathVolumeSource", "HostPathVolumeSource", Known::Types, "path type"},
    {"EmptyDirVolumeSource", "EmptyDirVolumeSource", Known::Types, "medium sizeLimit:quantity"},
    {"GCEPersistentDiskVolumeSource", "GCEPersistentDiskVolumeSource", Known::Types,
     "pdName fsType partition:int32 readOnly:bool"},
    {"AWSElasticBlockStoreVolumeSource", "AWSElasticBlockStoreVolumeSource", Known::Types,
     "volumeID fsType partition:int32 readOnly:bool"},
    {"GitRepoVolumeSource", "GitRepoVolumeSource", Known::Types, "repository revision directory"},
    {"SecretVolumeSource", "SecretVolumeSource", Known::Types,
     "secretName items[]:KeyToPath defaultMode:int32 optional:bool"},
    {"NFSVolumeSource", "NFSVolumeSource", Known::Types, "server path readOnly:bool"},
    {"ISCSIVolumeSource", "ISCSIVolumeSource", Known::Types,
     "targetPortal iqn lun:int32 iscsiInterface fsType readOnly:bool portals[] chapAuthDiscovery:bool "
     "chapAuthSession:bool secretRef:LocalObjectReference initiatorName"},
    {"GlusterfsVolumeSource", "GlusterfsVolumeSource", Known::Types, "endpoints path readOnly:bool"},
    {"PersistentVolumeClaimVolumeSource", "PersistentVolumeClaimVolumeSource", Known::Types,
     "claimName readOnly:bool"},
    {"RBDVolumeSource", "RBDVolumeSource", Known::Types,
     "monitors[] image fsType pool user keyring secretRef:LocalObjectReference readOnly:bool"},
    {"FlexVolumeSource", "FlexVolumeSource", Known::Types,
     "driver fsType secretRef:LocalObjectReference readOnly:bool options{}"},
    {"CinderVolumeSource", "CinderVolumeSource", Known::Types,
     "volumeID fsType readOnly:bool secretRef:LocalObjectReference"},
    {"CephFSVolumeSource", "CephFSVolumeSource", Known::Types,
     "monitors[] path user secretFile secretRef:LocalObjectReference readOnly:bool"},
    {"FlockerVolumeSource", "FlockerVolumeSource", Known::Types, "datasetName datasetUUID"},
    {"DownwardAPIVolumeSource", "DownwardAPIVolumeSource", Known::Types,
     "items[]:DownwardAPIVolumeFile defaultMode:int32"},
    {"FCVolumeSource", "FCVolumeSource", Known::Types, "targetWWNs[] lun:int32 fsType readOnly:bool wwids[]"},
    {"AzureFileVolumeSource", "AzureFileVolumeSource", Known::Types, "secretName shareName readOnly:bool"},
    {"ConfigMapVolumeSource", "ConfigMapVolumeSource", Known::Types,
     "name items[]:KeyToPath defaultMode:int32 optional:bool"},
    {"VsphereVirtualDiskVolumeSource", "VsphereVirtualDiskVolumeSource", Known::Types,
     "volumePath fsType storagePolicyName storagePolicyID"},
    {"QuobyteVolumeSource", "QuobyteVolumeSource", Known::Types, "registry volume readOnly:bool user group tenant"},
    {"AzureDiskVolumeSource", "AzureDiskVolumeSource", Known::Types,
     "diskName diskURI cachingMode fsType readOnly:bool kind"},
    {"PhotonPersistentDiskVolumeSource", "PhotonPersistentDiskVolumeSource", Known::Types, "pdID fsType"},
    {"ProjectedVolumeSource", "ProjectedVolumeSource", Known::Types, "sources[]:VolumeProjection defaultMode:int32"},
    {"PortworxVolumeSource", "PortworxVolumeSource", Known::Types, "volumeID fsType readOnly:bool"},
    {"ScaleIOVolumeSource", "ScaleIOVolumeSource", Known::Types,
     "gateway system secretRef:LocalObjectReference sslEnabled:bool protectionDomain storagePool storageMode "
     "volumeName fsType readOnly:bool"},
    {"StorageOSVolumeSource", "StorageOSVolumeSource", Known::Types,
     "volumeName volumeNamespace fsType readOnly:bool secretRef:LocalObjectReference"},
    {"CSIVolumeSource", "CSIVolumeSource", Known::Types,
     "driver readOnly:bool fsType volumeAttributes{} nodePublishSecretRef:LocalObjectReference"},
    {"EphemeralVolumeSource", "EphemeralVolumeSource", Known::Types,
     "volumeClaimTemplate:PersistentVolumeClaimTemplate"},
    {"ImageVolumeSource", "ImageVolumeSource", Known::Types, "reference pullPolicy"},
    {"ContainerPort", "a port", Known::Types, "name hostPort:int32 containerPort:int32 protocol hostIP"},
    {"EnvFromSource", "EnvFromSource", Known::Types,
     "prefix configMapRef:ConfigMapEnvSource secretRef:SecretEnvSource"},
    {"EnvVar", "an environment variable", Known::Types, "name value valueFrom:EnvVarSource"},
    {"ContainerResizePolicy", "ContainerResizePolicy", Known::Types, "resourceName restartPolicy"},
    {"ContainerRestartRule", "ContainerRestartRule", Known::Types, "action exitCodes:ContainerRestartRuleOnExitCodes"},
    {"VolumeMount", "a volumeMount", Known::Types,
     "name readOnly:bool recursiveReadOnly mountPath subPath mountPropagation subPathExpr"},
    {"VolumeDevice", "VolumeDevice", Known::Types, "name devicePath"},
    {"Probe", "a probe", Known::Types,
     "exec:ExecAction httpGet:HTTPGetAction tcpSocket:TCPSocketAction grpc:GRPCAction initialDelaySeconds:int32 "
     "timeoutSeconds:int32 periodSeconds:int32 successThreshold:int32 failureThreshold:int32 "
     "terminationGracePeriodSeconds:int64"},
    {"Lifecycle", "lifecycle", Known::Types, "postStart:LifecycleHandler preStop:LifecycleHandler stopSignal"},
    {"SecurityContext", "the securityContext of a container", Known::Types,
     "capabilities:Capabilities privileged:bool seLinuxOptions:SELinuxOptions "
     "windowsOptions:WindowsSecurityContextOptions runAsUser:int64 runAsGroup:int64 runAsNonRoot:bool "
     "readOnlyRootFilesystem:bool allowPrivilegeEscalation:bool procMount seccompProfile:SeccompProfile "
     "appArmorProfile:AppArmorProfile"},
    {"SELinuxOptions", "SELinuxOptions", Known::Types, "user role type level"},
    {"WindowsSecurityContextOptions", "WindowsSecurityContextOptions", Known::Types,
     "gmsaCredentialSpecName gmsaCredentialSpec runAsUserName hostProcess:bool"},
    {"Sysctl", "Sysctl", Known::Types, "name value"},
    {"SeccompProfile", "SeccompProfile", Known::Types, "type localhostProfile"},
    {"AppArmorProfile", "AppArmorProfile", Known::Types, "type localhostProfile"},
    {"NodeAffinity", "nodeAffinity", Known::Types,
     "requiredDuringSchedulingIgnoredDuringExecution:NodeSelector "
     "preferredDuringSchedulingIgnoredDuringExecution[]:PreferredSchedulingTerm"},
    {"PodAffinity", "affinity to pods", Known::Types,
     "requiredDuringSchedulingIgnoredDuringExecution[]:PodAffinityTerm "
     "preferredDuringSchedulingIgnoredDuringExecution[]:WeightedPodAffinityTerm"},
    {"PodAntiAffinity", "affinity to pods", Known::Types,
     "requiredDuringSchedulingIgnoredDuringExecution[]:PodAffinityTerm "
     "preferredDuringSchedulingIgnoredDuringExecution[]:WeightedPodAffinityTerm"},
    {"PodDNSConfigOption", "PodDNSConfigOption", Known::Types, "name value"},
    {"ResourceClaim", "ResourceClaim", Known::Types, "name request"},
    {"DeviceClaimTemplateSpec", "ResourceClaimTemplateSpec", Known::Types,
     "metadata!:ObjectMeta spec!:DeviceClaimObjectSpec"},
    {"DeviceClaimObjectSpec", "ResourceClaimSpec", Known::Types, "devices!:DeviceClaim controller"},
    {"DeviceClaim", "DeviceClaim", Known::Types,
     "requests[]:DeviceRequest constraints[]:DeviceConstraint config[]:DeviceClaimConfiguration"},
    {"DeviceRequest", "DeviceRequest", Known::Types,
     "name exactly:ExactDeviceRequest firstAvailable[]:DeviceSubRequest"},
    {"ExactDeviceRequest", "ExactDeviceRequest", Known::Types,
     "deviceClassName selectors[]:DeviceSelector allocationMode count:int64 adminAccess:bool "
     "tolerations[]:DeviceToleration capacity:CapacityRequirements"},
    {"DeviceSubRequest", "DeviceSubRequest", Known::Types,
     "name deviceClassName selectors[]:DeviceSelector allocationMode count:int64 tolerations[]:DeviceToleration "
     "capacity:CapacityRequirements"},
    {"DeviceSelector", "DeviceSelector", Known::Types, "cel:CELDeviceSelector"},
    {"CELDeviceSelector", "CELDeviceSelector", Known::Types, "expression"},
    {"DeviceToleration", "DeviceToleration", Known::Types, "key operator value effect tolerationSeconds:int64"},
    {"CapacityRequirements", "CapacityRequirements", Known::Types, "requests{}:quantity"},
    {"DeviceConstraint", "DeviceConstraint", Known::Types, "requests[] matchAttribute distinctAttribute"},
    {"DeviceClaimConfiguration", "DeviceClaimConfiguration", Known::Types,
     "requests[] opaque:OpaqueDeviceConfiguration"},
    {"OpaqueDeviceConfiguration", "OpaqueDeviceConfiguration", Known::Types, "driver parameters:any"},
    {"LabelSelectorRequirement", "a requirement", Known::Types, "key operator values[]"},
    {"ScopedResourceSelectorRequirement", "ScopedResourceSelectorRequirement", Known::Types,
     "scopeName operator values[]"},
    {"ClientIPConfig", "ClientIPConfig", Known::Types, "timeoutSeconds:int32"},
    {"PodFailurePolicyRule", "PodFailurePolicyRule", Known::Types,
     "action onExitCodes:PodFailurePolicyOnExitCodesRequirement "
     "onPodConditions[]:PodFailurePolicyOnPodConditionsPattern"},
    {"SuccessPolicyRule", "SuccessPolicyRule", Known::Types, "succeededIndexes succeededCount:int32"},
    {"RollingUpdateDeployment", "RollingUpdateDeployment", Known::Types, "maxUnavailable:intstr maxSurge:intstr"},
    {"RollingUpdateStatefulSetStrategy", "RollingUpdateStatefulSetStrategy", Known::Types,
     "partition:int32 maxUnavailable:intstr"},
    {"RollingUpdateDaemonSet", "RollingUpdateDaemonSet", Known::Types, "maxUnavailable:intstr maxSurge:intstr"},
    {"NativeWorkloadPodGroupTemplateReference", "WorkloadPodGroupTemplateReference", Known::Types,
     "workloadName podGroupTemplateName"},
    {"NativeBasicSchedulingPolicy", "BasicSchedulingPolicy", Known::Types, ""},
    {"NativeGangSchedulingPolicy", "GangSchedulingPolicy", Known::Types, "minCount:int32"},
    {"NativeTopologyConstraint", "TopologyConstraint", Known::Types, "key"},
    {"KeyToPath", "KeyToPath", Known::Types, "key path mode:int32"},
    {"DownwardAPIVolumeFile", "DownwardAPIVolumeFile", Known::Types,
     "path fieldRef:ObjectFieldSelector resourceFieldRef:ResourceFieldSelector mode:int32"},
    {"VolumeProjection", "VolumeProjection", Known::Types,
     "secret:SecretProjection downwardAPI:DownwardAPIProjection configMap:ConfigMapProjection "
     "serviceAccountToken:ServiceAccountTokenProjection clusterTrustBundle:ClusterTrustBundleProjection "
     "podCertificate:PodCertificateProjection"},
    {"PersistentVolumeClaimTemplate", "PersistentVolumeClaimTemplate", Known::Types,
     "metadata!:ObjectMeta spec!:PersistentVolumeClaimSpec"},
    {"ConfigMapEnvSource", "ConfigMapEnvSource", Known::Types, "name optional:bool"},
    {"SecretEnvSource", "SecretEnvSource", Known::Types, "name optional:bool"},
    {"EnvVarSource", "EnvVarSource", Known::Types,
     "fieldRef:ObjectFieldSelector resourceFieldRef:ResourceFieldSelector configMapKeyRef:ConfigMapKeySelector "
     "secretKeyRef:SecretKeySelector fileKeyRef:FileKeySelector"},
    {"ContainerRestartRuleOnExitCodes", "ContainerRestartRuleOnExitCodes", Known::Types, "operator values[]:int32"},
    {"ExecAction", "ExecAction", Known::Types, "command[]"},
    {"HTTPGetAction", "HTTPGetAction", Known::Types, "path port:intstr host scheme httpHeaders[]:HTTPHeader"},
    {"TCPSocketAction", "TCPSocketAction", Known::Types, "port:intstr host"},
    {"GRPCAction", "GRPCAction", Known::Types, "port:int32 service"},
    {"LifecycleHandler", "LifecycleHandler", Known::Types,
     "exec:ExecAction httpGet:HTTPGetAction tcpSocket:TCPSocketAction sleep:SleepAction"},
    {"Capabilities", "Capabilities", Known::Types, "add[] drop[]"},
    {"NodeSelector", "a required nodeAffinity", Known::Types, "nodeSelectorTerms[]:NodeSelectorTerm"},
    {"PreferredSchedulingTerm", "a preferred nodeAffinity", Known::Types, "weight:int32 preference!:NodeSelectorTerm"},
    {"PodAffinityTerm", "a term of affinity to pods", Known::Types,
     "labelSelector:LabelSelector namespaces[] topologyKey namespaceSelector:LabelSelector matchLabelKeys[] "
     "mismatchLabelKeys[]"},
    {"WeightedPodAffinityTerm", "a preferred affinity to pods", Known::Types,
     "weight:int32 podAffinityTerm!:PodAffinityTerm"},
    {"PodFailurePolicyOnExitCodesRequirement", "PodFailurePolicyOnExitCodesRequirement", Known::Types,
     "containerName operator values[]:int32"},
    {"PodFailurePolicyOnPodConditionsPattern", "PodFailurePolicyOnPodConditionsPattern", Known::Types, "type status"},
    {"ObjectFieldSelector", "ObjectFieldSelector", Known::Types, "apiVersion fieldPath"},
    {"ResourceFieldSelector", "ResourceFieldSelector", Known::Types, "containerName resource divisor:quantity"},
    {"SecretProjection", "SecretProjection", Known::Types, "name items[]:KeyToPath optional:bool"},
    {"DownwardAPIProjection", "DownwardAPIProjection", Known::Types, "items[]:DownwardAPIVolumeFile"},
    {"ConfigMapProjection", "ConfigMapProjection", Known::Types, "name items[]:KeyToPath optional:bool"},
    {"ServiceAccountTokenProjection", "ServiceAccountTokenProjection", Known::Types,
     "audience expirationSeconds:int64 path"},
    {"ClusterTrustBundleProjection", "ClusterTrustBundleProjection", Known::Types,
     "name signerName labelSelector:LabelSelector optional:bool path"},
    {"PodCertificateProjection", "PodCertificateProjection", Known::Types,
     "signerName keyType maxExpirationSeconds:int32 credentialBundlePath keyPath certificateChainPath "
     "userAnnotations{}"},
    {"ConfigMapKeySelector", "ConfigMapKeySelector", Known::Types, "name key optional:bool"},
    {"SecretKeySelector", "SecretKeySelector", Known::Types, "name key optional:bool"},
    {"FileKeySelector", "FileKeySelector", Known::Types, "volumeName path key optional:bool"},
    {"HTTPHeader", "HTTPHeader", Known::Types, "name value"},
    {"SleepAction", "SleepAction", Known::Types, "seconds:int64"},
    {"NodeSelectorTerm", "a node selector term", Known::Types,
     "matchExpressions[]:NodeSelectorRequirement matchFields[]:NodeSelectorRequirement"},
    {"NodeSelectorRequirement", "a requirement", Known::Types, "key operator values[]"},
};
// clang-format on

} // namespace

std::span<const FieldRow> kubernetes_field_rows() { return k_rows; }

} // namespace snapshot
