// SPDX-License-Identifier: Apache-2.0
// Errors in a cluster or a user of a kubeconfig (client-go tools/clientcmd/validation.go). Finds all of them, so that
// one run shows them.
#pragma once

#include "kube/identity/kubeconfig.hpp"

#include <string>
#include <vector>

namespace kube {

void find_faults(const Cluster& cluster, std::vector<std::string>& faults);
void find_faults(const User& user, std::vector<std::string>& faults);

// Throws util::Error if there are any.
void refuse_faults(const std::vector<std::string>& faults);

// Checks for a DNS label. Throws util::Error that names `source`.
void check_namespace(const std::string& name, const std::string& source);

} // namespace kube
