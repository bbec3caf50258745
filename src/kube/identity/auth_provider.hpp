// SPDX-License-Identifier: Apache-2.0
// auth-provider, the predecessor of exec plugins.
#pragma once

#include "kube/identity/kubeconfig.hpp"

#include <chrono>
#include <string>

namespace kube {

// The token that the provider has left in the kubeconfig. Only oidc has one that can be used as it is, while it has not
// expired: renewing it would mean to write the kubeconfig. Throws util::Error that says what to do instead.
std::string auth_provider_token(const AuthProvider& provider, const std::string& user, std::chrono::sys_seconds now);

} // namespace kube
