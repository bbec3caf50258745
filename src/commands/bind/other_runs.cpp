// SPDX-License-Identifier: Apache-2.0
#include "commands/bind/other_runs.hpp"

#include "util/concat.hpp"

#include <algorithm>

namespace commands {

namespace {

constexpr std::string_view k_prefix = "kubectl-gang-"; // of the Leases of all versions

kube::LeaseRecord record_of(const model::Lease& lease) {
  kube::LeaseRecord record;
  record.holder = lease.holder;
  record.duration = std::chrono::seconds(lease.duration_seconds);
  if (lease.renewed) { record.renewed = kube::ServerTime(std::chrono::microseconds(lease.renewed->micros)); }
  return record;
}

} // namespace

std::optional<std::string> other_run(const model::ClusterSnapshot& cluster, const kube::LeaseAddress& ours,
                                     std::span<const std::string> dead, kube::ServerTime now) {
  for (const model::Lease& lease : cluster.leases) {
    const bool is_ours = lease.namespace_name == ours.namespace_name && lease.name == ours.name;
    const bool is_dead = std::find(dead.begin(), dead.end(), lease.holder) != dead.end();
    if (is_ours || is_dead || !lease.name.starts_with(k_prefix) || record_of(lease).is_free(now)) { continue; }
    return util::concat("another bind is under way: the Lease ", lease.namespace_name, '/', lease.name, " is held by ",
                        lease.holder);
  }
  return std::nullopt;
}

} // namespace commands
