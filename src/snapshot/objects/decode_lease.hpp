// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "document/bytes/value.hpp"
#include "snapshot/collected/collected.hpp"

#include <string_view>

namespace snapshot {

// coordination.k8s.io/v1 Lease; skips those of kubelets.
void add_lease(Collected& collected, document::Value object, const Origin& origin);

// Namespace of the kubelets' Leases: one per node, and scheduling needs none of them.
inline constexpr std::string_view k_kubelets_leases = "kube-node-lease";

} // namespace snapshot
