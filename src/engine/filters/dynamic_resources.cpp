// SPDX-License-Identifier: Apache-2.0
// DynamicResources: allocated claims must be available on the node, and unallocated ones must find free devices there.
// The simulation does not model CEL expressions and some other features of claims; it passes such pods
// (untold_devices).
// Source: kube-scheduler plugins/dynamicresources, PreEnqueue, PreFilter and Filter.
#include "engine/filters/filters.hpp"
#include "engine/nodes/devices.hpp"

namespace engine::filters {

namespace dynamic_resources {
namespace {

bool skips(const FilterInput& input) {
  return input.spec.resource_claims.empty() || !untold_devices(*input.nodes.cluster, input.pod).empty();
}

PodDevices devices_of(const FilterInput& input) {
  const Pending pending = input.version.group_reuses_pending_allocation() ? Pending::Reused : Pending::Awaited;
  return engine::devices_of(*input.nodes.cluster, input.usage.devices(), input.pod, pending);
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
  if (input.spec.resource_claims.empty() || !holds_claims(*input.nodes.cluster)) { return {}; }
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
