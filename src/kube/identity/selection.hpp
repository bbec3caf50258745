// SPDX-License-Identifier: Apache-2.0
// Which cluster and user of the kubeconfig are meant, and what flags change in them (clientcmd DirectClientConfig).
#pragma once

#include "kube/identity/connect.hpp"
#include "kube/identity/kubeconfig.hpp"

#include <string>

namespace kube {

struct Selection {
  Cluster cluster;
  User user;
  Context context; // without a name where none is chosen
};

// Whether neither flags nor kubeconfig choose a context, a cluster or a server.
bool selects_nothing(const Kubeconfig& kubeconfig, const ConnectionFlags& flags);

// Throws util::Error where a name is not in the kubeconfig.
Selection select(const Kubeconfig& kubeconfig, const ConnectionFlags& flags);

// Adds --as and its companions.
void override_impersonation(Impersonation& impersonate, const ConnectionFlags& flags);

} // namespace kube
