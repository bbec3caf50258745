// SPDX-License-Identifier: Apache-2.0
// Selects cluster and user of the kubeconfig and applies the flags to them (clientcmd DirectClientConfig).
#pragma once

#include "kube/identity/connect.hpp"
#include "kube/identity/kubeconfig.hpp"

#include <string>

namespace kube {

struct Selection {
  Cluster cluster;
  User user;
  Context context; // without a name if none is chosen
};

// True if neither flags nor kubeconfig choose a context, a cluster or a server.
bool selects_nothing(const Kubeconfig& kubeconfig, const ConnectionFlags& flags);

// Throws util::Error if a name is not in the kubeconfig.
Selection select(const Kubeconfig& kubeconfig, const ConnectionFlags& flags);

// Adds --as and the related flags.
void override_impersonation(Impersonation& impersonate, const ConnectionFlags& flags);

} // namespace kube
