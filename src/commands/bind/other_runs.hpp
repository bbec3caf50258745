// SPDX-License-Identifier: Apache-2.0
// Finds runs that our Lease does not exclude, by their own Leases.
//
// Runs with another --lease-namespace: each run takes its Lease before it looks, so of two runs at least one sees the
// other and stops. Runs of version 0.1.0, which took a Lease for each schedulerName: that version does not look for
// others, so nothing stops one that begins after ours.
#pragma once

#include "kube/api/lease.hpp"
#include "model/cluster/cluster_snapshot.hpp"

#include <optional>
#include <span>
#include <string>

namespace commands {

// Such a run that may be active at `now`, as a sentence; nullopt if none is known. `dead`: holders of dead runs.
std::optional<std::string> other_run(const model::ClusterSnapshot& cluster, const kube::LeaseAddress& ours,
                                     std::span<const std::string> dead, kube::ServerTime now);

} // namespace commands
