// SPDX-License-Identifier: Apache-2.0
// auth-provider, the predecessor of exec plugins.
#pragma once

#include "kube/identity/kubeconfig.hpp"

#include <chrono>
#include <string>

namespace kube {

// Returns the token that the provider stored in the kubeconfig. Only oidc stores a directly usable one, valid until it
// expires: a renewal would have to write the kubeconfig. Throws util::Error that names the alternative.
std::string auth_provider_token(const AuthProvider& provider, const std::string& user, std::chrono::sys_seconds now);

} // namespace kube
