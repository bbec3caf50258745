// SPDX-License-Identifier: Apache-2.0
// What is wrong with a cluster or a user of a kubeconfig (client-go tools/clientcmd/validation.go). All faults are
// found, so that one run shows them.
#pragma once

#include "kube/identity/kubeconfig.hpp"

#include <string>
#include <vector>

namespace kube {

void find_faults(const Cluster& cluster, std::vector<std::string>& faults);
void find_faults(const User& user, std::vector<std::string>& faults);

// Throws util::Error where there are any.
void refuse_faults(const std::vector<std::string>& faults);

// A DNS label. Throws util::Error that names `source`.
void check_namespace(const std::string& name, const std::string& source);

} // namespace kube
