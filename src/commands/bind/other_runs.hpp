// SPDX-License-Identifier: Apache-2.0
// Runs that our Lease does not keep out, seen by their own Leases.
//
// With another --lease-namespace: each run takes its Lease before it looks, so of two runs at least one sees the other
// and gives way. Of version 0.1.0, which took a Lease for each schedulerName: it does not look, so one that begins
// after ours is kept out by nothing.
#pragma once

#include "kube/api/lease.hpp"
#include "model/cluster/cluster_snapshot.hpp"

#include <optional>
#include <span>
#include <string>

namespace commands {

// One of them that may be at work at `now`, as a sentence; nullopt: none is known of. `dead`: holders that are no more.
std::optional<std::string> other_run(const model::ClusterSnapshot& cluster, const kube::LeaseAddress& ours,
                                     std::span<const std::string> dead, kube::ServerTime now);

} // namespace commands
