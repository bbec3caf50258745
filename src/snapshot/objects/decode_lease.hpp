// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "document/bytes/value.hpp"
#include "snapshot/collected/collected.hpp"

#include <string_view>

namespace snapshot {

// coordination.k8s.io/v1 Lease; those of kubelets are passed over.
void add_lease(Collected& collected, document::Value object, const Origin& origin);

// Where each kubelet has its Lease: one per node, and nothing that scheduling asks about.
inline constexpr std::string_view k_kubelets_leases = "kube-node-lease";

} // namespace snapshot
