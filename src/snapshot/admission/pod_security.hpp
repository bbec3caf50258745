// SPDX-License-Identifier: Apache-2.0
// Pod Security admission: what the level of a namespace forbids to its pods. (k8s.io/pod-security-admission, 1.36)
#pragma once

#include "document/bytes/value.hpp"
#include "model/values/labels.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace snapshot {

// The checks that the labels of a namespace enforce.
struct PodSecurity {
  std::string_view level; // "baseline" or "restricted"
  int release = 0;        // the checks of Kubernetes 1.<release>
};

// nullopt: nothing is enforced. `server`: the minor release of the API server, if it is known.
std::optional<PodSecurity> pod_security_of(const model::Labels& of_namespace, std::optional<int> server);

// Releases before this one had other checks, which are not known here.
constexpr int k_first_pod_security = 25;

// The violations of a pod of this template, one clause for each check: "container main must set
// securityContext.allowPrivilegeEscalation: false".
std::vector<std::string> pod_security_violations(const PodSecurity& enforced, document::Value pod_template);

// True if kubelets of 1.<release> set it without --allowed-unsafe-sysctls. (kubelet/sysctl, safe_sysctls.go)
bool is_safe_sysctl(std::string_view name, int release);

} // namespace snapshot
