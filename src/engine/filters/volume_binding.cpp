// SPDX-License-Identifier: Apache-2.0
// VolumeBinding: the node must reach the volumes of bound claims. Unbound claims need a free volume or provisioning.
// Source: kube-scheduler plugins/volumebinding, PreFilter and Filter.
#include "engine/filters/filters.hpp"
#include "engine/nodes/storage.hpp"

namespace engine::filters {

namespace volume_binding {
namespace {

bool skips(const FilterInput& input) {
  return !has_claims(input.spec) || !untold_storage(*input.nodes.cluster, input.pod).empty();
}

PodClaims claims_of(const FilterInput& input) {
  return engine::claims_of(*input.nodes.cluster, input.usage.storage(), input.pod);
}

void pre_filter(const FilterInput& input, PreFilterAnswer& answer) {
  if (!skips(input)) { answer.refused = claims_of(input).refused; }
}

// After a rejection in PreFilter, the scheduler checks no node.
void keep(const FilterInput& input, NodeSet& nodes) {
  if (skips(input)) { return; }
  const PodClaims claims = claims_of(input);
  if (!claims.refused.empty()) { return; }
  nodes.keep_if([&](model::NodeIndex node) {
    return volumes_on(*input.nodes.cluster, input.usage.storage(), claims, node).fits();
  });
}

void why(const FilterInput& input, model::NodeIndex node, Refusal& refusal) {
  if (skips(input)) { return; }
  const PodClaims claims = claims_of(input);
  if (!claims.refused.empty()) { return; }
  const NodeVolumes volumes = volumes_on(*input.nodes.cluster, input.usage.storage(), claims, node);
  if (volumes.fits()) { return; }
  refusal.unresolvable = true;
  if (!volumes.bound_match) { refusal.reasons.push_back("node(s) didn't match PersistentVolume's node affinity"); }
  if (!volumes.unbound_match) { refusal.reasons.push_back("node(s) didn't find available persistent volumes to bind"); }
  if (!volumes.enough_space) { refusal.reasons.push_back("node(s) did not have enough free storage"); }
  if (!volumes.volumes_exist) {
    refusal.reasons.push_back("node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)");
  }
}

} // namespace
} // namespace volume_binding

extern const Filter k_volume_binding = {"VolumeBinding",     Scope::Placement,           volume_binding::keep,
                                        volume_binding::why, volume_binding::pre_filter, volume_binding::skips};

} // namespace engine::filters
