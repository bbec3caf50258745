// SPDX-License-Identifier: Apache-2.0
// Device claims that cannot be reserved: no filter of kube-scheduler asks what the API server stores.
#include "engine/index.hpp"
#include "engine/ledger/entries.hpp"
#include "engine/nodes/devices.hpp"
#include "util/concat.hpp"

namespace engine {

// A scheduler writes the time of the allocation when it reserves a claim for one more pod, also if an older release
// has allocated the claim without a time. The API server refuses that, because an allocation is immutable; so the
// binding fails again and again, unless the scheduler frees the claim first. (dynamicresources.go, bindClaim, read in
// 1.36.3 and 1.37.2; validation.go, validateResourceClaimStatusUpdate)
void add_reservations(const LedgerInput& input, const std::vector<model::PodIndex>& pods, LedgerEntries& out) {
  if (!input.run.rules.version.reservation_sets_allocation_time()) { return; }
  for (const model::PodIndex index : pods) {
    const model::Pod& pod = input.pod(index);
    if (input.run.timeline.pods[at(index)].outcome != model::Outcome::Bound) { continue; }
    for (const model::ResourceClaimIndex used : claims_of_pod(input.cluster, pod)) {
      const model::ResourceClaim& claim = input.cluster.resource_claims[at(used)];
      const bool is_reserved = std::ranges::find(claim.reserved_for, pod.uid) != claim.reserved_for.end();
      if (!claim.allocated || claim.has_allocation_time || is_reserved) { continue; }
      out.add(model::Authority::Inputs, model::Reply::NotAsked,
              util::concat("ResourceClaim ", claim.namespace_name, '/', claim.name,
                           " was allocated without a time (status.allocation.allocationTimestamp): kube-scheduler "
                           "since 1.36 cannot reserve it for pod ",
                           model::pod_key(pod), ", unless it frees the claim first"),
              util::concat("ResourceClaim ", claim.namespace_name, '/', claim.name));
      return;
    }
  }
}

} // namespace engine
