// SPDX-License-Identifier: Apache-2.0
#include "snapshot/admission/companion_kinds.hpp"

#include <algorithm>
#include <array>

namespace snapshot {

namespace {

using enum AdmissionScope;

constexpr std::array<CompanionKind, 61> k_companions = {{{"", "ConfigMap"},
                                                         {"", "Endpoints"},
                                                         {"", "LimitRange"},
                                                         {"", "Namespace", Cluster},
                                                         {"", "PersistentVolume", Cluster},
                                                         {"", "PersistentVolumeClaim"},
                                                         {"", "PodTemplate"},
                                                         {"", "ResourceQuota"},
                                                         {"", "Secret"},
                                                         {"", "Service"},
                                                         {"", "ServiceAccount"},
                                                         {"apiextensions.k8s.io", "CustomResourceDefinition", Cluster},
                                                         {"autoscaling", "HorizontalPodAutoscaler"},
                                                         {"discovery.k8s.io", "EndpointSlice"},
                                                         {"flow.volcano.sh", "JobTemplate"},
                                                         {"gateway.networking.k8s.io", "GRPCRoute"},
                                                         {"gateway.networking.k8s.io", "HTTPRoute"},
                                                         {"inference.networking.k8s.io", "InferencePool"},
                                                         {"inference.networking.x-k8s.io", "InferencePool"},
                                                         {"kueue.x-k8s.io", "ClusterQueue", Cluster},
                                                         {"kueue.x-k8s.io", "Cohort", Cluster},
                                                         {"kueue.x-k8s.io", "LocalQueue"},
                                                         {"kueue.x-k8s.io", "ResourceFlavor", Cluster},
                                                         {"kueue.x-k8s.io", "Topology", Cluster},
                                                         {"kueue.x-k8s.io", "Workload"},
                                                         {"kueue.x-k8s.io", "WorkloadPriorityClass", Cluster},
                                                         {"monitoring.coreos.com", "PodMonitor"},
                                                         {"monitoring.coreos.com", "PrometheusRule"},
                                                         {"monitoring.coreos.com", "ServiceMonitor"},
                                                         {"networking.k8s.io", "Ingress"},
                                                         {"networking.k8s.io", "NetworkPolicy"},
                                                         {"node.k8s.io", "RuntimeClass", Cluster},
                                                         {"policy", "PodDisruptionBudget"},
                                                         {"rbac.authorization.k8s.io", "ClusterRole", Cluster},
                                                         {"rbac.authorization.k8s.io", "ClusterRoleBinding", Cluster},
                                                         {"rbac.authorization.k8s.io", "Role"},
                                                         {"rbac.authorization.k8s.io", "RoleBinding"},
                                                         {"resource.k8s.io", "DeviceClass", Cluster},
                                                         {"resource.k8s.io", "ResourceClaim"},
                                                         {"resource.k8s.io", "ResourceClaimTemplate"},
                                                         {"scheduler.grove.io", "PodGang"},
                                                         {"scheduling.godel.kubewharf.io", "PodGroup"},
                                                         {"scheduling.incubator.k8s.io", "PodGroup"},
                                                         {"scheduling.k8s.io", "CompositePodGroup"},
                                                         {"scheduling.k8s.io", "PodGroup"},
                                                         {"scheduling.k8s.io", "PriorityClass", Cluster},
                                                         {"scheduling.k8s.io", "Workload"},
                                                         {"scheduling.run.ai", "PodGroup"},
                                                         {"scheduling.run.ai", "Queue", Cluster},
                                                         {"scheduling.sigs.dev", "PodGroup"},
                                                         {"scheduling.sigs.k8s.io", "PodGroup"},
                                                         {"scheduling.volcano.sh", "PodGroup"},
                                                         {"scheduling.volcano.sh", "Queue", Cluster},
                                                         {"scheduling.x-k8s.io", "PodGroup"},
                                                         {"serving.kserve.io", "ClusterServingRuntime", Cluster},
                                                         {"serving.kserve.io", "LLMInferenceServiceConfig"},
                                                         {"serving.kserve.io", "ServingRuntime"},
                                                         {"storage.k8s.io", "CSIDriver", Cluster},
                                                         {"storage.k8s.io", "StorageClass", Cluster},
                                                         {"trainer.kubeflow.org", "ClusterTrainingRuntime", Cluster},
                                                         {"trainer.kubeflow.org", "TrainingRuntime"}}};

} // namespace

std::span<const CompanionKind> companion_kinds() { return k_companions; }

AdmissionScope scope_of_kind(std::string_view api_group, std::string_view kind) {
  const auto found = std::ranges::find_if(
      k_companions, [&](const CompanionKind& row) { return row.api_group == api_group && row.kind == kind; });
  return found == k_companions.end() ? Any : found->scope;
}

} // namespace snapshot
