// SPDX-License-Identifier: Apache-2.0
// The versions of Kubernetes' own kinds. Groups of pods have theirs in expand/workloads.cpp.
#include "snapshot/releases/served_kinds.hpp"

#include "snapshot/collected/api_group.hpp"

#include <algorithm>
#include <limits>

namespace snapshot {

namespace {

constexpr int k_never = std::numeric_limits<int>::max();

// Releases 1.first to 1.last serve the kinds, and from 1.off on only if that is enabled.
struct ServedVersion {
  std::string_view api_group, version, kinds; // kinds separated by blanks
  int first = 0, last = k_never, off = k_never;
};

constexpr std::string_view k_core =
    "ConfigMap Endpoints LimitRange Namespace PersistentVolume PersistentVolumeClaim Pod "
    "PodTemplate ReplicationController ResourceQuota Secret Service ServiceAccount";
constexpr std::string_view k_roles = "ClusterRole ClusterRoleBinding Role RoleBinding";
constexpr std::string_view k_devices = "DeviceClass ResourceClaim ResourceClaimTemplate";
constexpr std::string_view k_claims = "ResourceClaim ResourceClaimTemplate";

// (api, zz_generated.prerelease-lifecycle.go; Deprecated API Migration Guide; pkg/controlplane/instance.go: alpha and
// newer beta versions are off by default) In 1.32 and 1.33, where no version of devices is on by default, devices in
// the input show that the beta versions are.
// clang-format off
constexpr ServedVersion k_versions[] = {
    {"",                          "v1",       k_core},
    {"apiextensions.k8s.io",      "v1",       "CustomResourceDefinition"},
    {"apiextensions.k8s.io",      "v1beta1",  "CustomResourceDefinition", 0,  21},
    {"apps",                      "v1",       "DaemonSet Deployment ReplicaSet StatefulSet"},
    {"autoscaling",               "v1",       "HorizontalPodAutoscaler"},
    {"autoscaling",               "v2",       "HorizontalPodAutoscaler",  23},
    {"autoscaling",               "v2beta1",  "HorizontalPodAutoscaler",  0,  24},
    {"autoscaling",               "v2beta2",  "HorizontalPodAutoscaler",  0,  25},
    {"batch",                     "v1",       "Job"},
    {"batch",                     "v1",       "CronJob",                  21},
    {"batch",                     "v1beta1",  "CronJob",                  0,  24},
    {"discovery.k8s.io",          "v1",       "EndpointSlice",            21},
    {"discovery.k8s.io",          "v1beta1",  "EndpointSlice",            0,  24},
    {"extensions",                "v1beta1",  "Ingress",                  0,  21},
    {"networking.k8s.io",         "v1",       "NetworkPolicy"},
    {"networking.k8s.io",         "v1",       "Ingress",                  19},
    {"networking.k8s.io",         "v1beta1",  "Ingress",                  0,  21},
    {"node.k8s.io",               "v1",       "RuntimeClass",             20},
    {"node.k8s.io",               "v1beta1",  "RuntimeClass",             0,  24},
    {"policy",                    "v1",       "PodDisruptionBudget",      21},
    {"policy",                    "v1beta1",  "PodDisruptionBudget",      0,  24},
    {"rbac.authorization.k8s.io", "v1",       k_roles},
    {"rbac.authorization.k8s.io", "v1beta1",  k_roles,                    0,  21},
    {"resource.k8s.io",           "v1",       k_devices,                  34},
    {"resource.k8s.io",           "v1beta2",  k_devices,                  33, 38, 34},
    {"resource.k8s.io",           "v1beta1",  k_devices,                  32, 37, 34},
    {"resource.k8s.io",           "v1alpha3", k_devices,                  31, 33, 0},
    {"resource.k8s.io",           "v1alpha2", k_claims,                   27, 30, 0},
    {"resource.k8s.io",           "v1alpha1", k_claims,                   26, 26, 0},
    {"scheduling.k8s.io",         "v1",       "PriorityClass"},
    {"scheduling.k8s.io",         "v1beta1",  "PriorityClass",            0,  21},
    {"storage.k8s.io",            "v1",       "CSIDriver StorageClass"},
    {"storage.k8s.io",            "v1beta1",  "CSIDriver StorageClass",   0,  21},
};
// clang-format on

} // namespace

bool is_word_of(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (words.substr(0, end) == word) { return true; }
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

Served served(std::string_view api_version, std::string_view kind, std::optional<int> release) {
  const std::string_view api_group = api_group_of(api_version);
  const std::string_view version = api_version.substr(api_group.empty() ? 0 : api_group.size() + 1);
  constexpr int k_newest = 36; // its sources were read
  const int minor = release.value_or(k_newest);
  bool has_group = false, has_kind = false;
  for (const ServedVersion& row : k_versions) {
    const bool is_kind = is_word_of(row.kinds, kind), is_group = row.api_group == api_group;
    has_kind = has_kind || is_kind;
    has_group = has_group || is_group;
    if (!is_kind || !is_group || row.version != version || minor < row.first || minor > row.last) { continue; }
    return minor < row.off ? Served::Yes : Served::IfEnabled;
  }
  return has_group && has_kind ? Served::No : Served::NotKnown;
}

} // namespace snapshot
