// SPDX-License-Identifier: Apache-2.0
// DynamicResources: allocated claims must be available on the node, and unallocated ones must find free devices there.
// The simulation does not model CEL expressions and some other features of claims; it passes such pods
// (untold_devices).
// Source: kube-scheduler plugins/dynamicresources, PreEnqueue, PreFilter and Filter.
#include "engine/filters/filters.hpp"
#include "engine/index.hpp"
#include "engine/nodes/devices.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <set>

namespace engine::filters {

namespace dynamic_resources {
namespace {

bool skips(const FilterInput& input) {
  return input.spec.resource_claims.empty() || !untold_devices(*input.nodes.cluster, input.pod).empty();
}

// Number of pods that status.reservedFor of the claim names or will name: pods on nodes, and pods of the snapshot's
// list that wait or that the input lacks. The list may also name pods that have ended or that the run evicts: a
// controller removes these.
std::size_t count_reservations(const FilterInput& input, model::ResourceClaimIndex index) {
  const model::ClusterSnapshot& cluster = *input.nodes.cluster;
  const std::vector<std::string_view>& listed = cluster.resource_claims[at(index)].reserved_for;
  const auto on_nodes = static_cast<std::size_t>(std::max(0, input.usage.device_claim_users(index)));
  if (listed.empty()) { return on_nodes; }
  std::set<std::string_view> others(listed.begin(), listed.end());
  const auto leave_out = [&](const model::Pod& pod) { // most pods have no claims, and this runs for each node
    if (!pod.spec->resource_claims.empty()) { others.erase(pod.uid); }
  };
  for (std::size_t i = 0; i < cluster.pods.size() && !others.empty(); ++i) {
    const bool had_node = cluster.node_of(static_cast<model::PodIndex>(i)) != model::k_none;
    if (had_node || cluster.pods[i].finished()) { leave_out(cluster.pods[i]); }
  }
  for (std::size_t node = 0; node < input.nodes.size() && !others.empty(); ++node) {
    for (const model::PodIndex pod : input.usage.on(static_cast<model::NodeIndex>(node))) {
      leave_out(input.nodes.pod(pod));
    }
  }
  return on_nodes + others.size();
}

// The end of the scheduler's message if one of the allocated claims is reserved for as many pods as its list can hold.
// CanBeReserved returns true, so PreFilter passes the pod, and PreBind fails at each attempt. The simulation, which
// knows no failure of PreBind, refuses the pod in PreFilter. (bindClaim; validateResourceClaimStatusUpdate)
std::string full_claim(const FilterInput& input, const std::vector<model::ResourceClaimIndex>& allocated) {
  constexpr std::size_t k_most_pods = 256; // ResourceClaimReservedForMaxSize
  // One entry may stand for all members of such a group. (DRAWorkloadResourceClaims, off by default in 1.36)
  const bool has_entry_of_group =
      input.pod.group != model::k_none && input.nodes.cluster->groups[at(input.pod.group)].has_claims;
  if (has_entry_of_group) { return {}; }
  for (const model::ResourceClaimIndex index : allocated) {
    const model::ResourceClaim& claim = input.nodes.cluster->resource_claims[at(index)];
    const auto on_nodes = static_cast<std::size_t>(std::max(0, input.usage.device_claim_users(index)));
    const bool may_be_full = on_nodes + claim.reserved_for.size() >= k_most_pods; // pods may count twice here
    if (!may_be_full || std::ranges::find(claim.reserved_for, input.pod.uid) != claim.reserved_for.end()) { continue; }
    if (count_reservations(input, index) < k_most_pods) { continue; }
    return util::concat("add reservation to claim ", claim.namespace_name, '/', claim.name,
                        ": status.reservedFor: Too many: ", k_most_pods + 1, ": must have at most ", k_most_pods,
                        " items");
  }
  return {};
}

PodDevices devices_of(const FilterInput& input) {
  const Pending pending = input.version.group_reuses_pending_allocation() ? Pending::Reused : Pending::Awaited;
  PodDevices devices = engine::devices_of(*input.nodes.cluster, input.usage.devices(), input.pod, pending);
  if (devices.refused.empty()) { devices.refused = full_claim(input, devices.allocated); }
  return devices;
}

// A failed allocation takes precedence over an unavailable claim.
std::string_view reason(const FilterInput& input, const PodDevices& devices, model::NodeIndex node) {
  const model::ClusterSnapshot& cluster = *input.nodes.cluster;
  if (!allocate(cluster, input.usage.devices(), devices.to_allocate, node)) { return "cannot allocate all claims"; }
  if (!available_on(cluster, input.usage.devices(), devices.allocated, node)) {
    return "resourceclaim not available on the node";
  }
  return {};
}

void pre_filter(const FilterInput& input, PreFilterAnswer& answer) {
  if (!skips(input)) { answer.refused = devices_of(input).refused; }
}

std::string pre_enqueue(const FilterInput& input) {
  const model::ClusterSnapshot& cluster = *input.nodes.cluster;
  if (input.spec.resource_claims.empty() || !holds_claims(cluster) || may_lack_template(cluster, input.pod)) {
    return {};
  }
  PodDevices devices = devices_of(input);
  return devices.all_there ? std::string() : std::move(devices.refused);
}

// After a rejection in PreFilter, the scheduler checks no node.
void keep(const FilterInput& input, NodeSet& nodes) {
  if (skips(input)) { return; }
  const PodDevices devices = devices_of(input);
  if (!devices.refused.empty()) { return; }
  nodes.keep_if([&](model::NodeIndex node) { return reason(input, devices, node).empty(); });
}

void why(const FilterInput& input, model::NodeIndex node, Refusal& refusal) {
  if (skips(input)) { return; }
  const PodDevices devices = devices_of(input);
  if (!devices.refused.empty()) { return; }
  const std::string_view text = reason(input, devices, node);
  if (text.empty()) { return; }
  refusal.unresolvable = true;
  refusal.reasons.push_back(text);
}

} // namespace
} // namespace dynamic_resources

extern const Filter k_dynamic_resources = {"DynamicResources",
                                           Scope::Placement,
                                           dynamic_resources::keep,
                                           dynamic_resources::why,
                                           dynamic_resources::pre_filter,
                                           dynamic_resources::skips,
                                           dynamic_resources::pre_enqueue};

} // namespace engine::filters
