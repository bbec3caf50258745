// SPDX-License-Identifier: Apache-2.0
// Members whose volumes too few nodes can reach.
#include "engine/lint/member_classes.hpp"
#include "engine/lint/rules.hpp"
#include "engine/nodes/storage.hpp"

#include <algorithm>

namespace engine::lint {

namespace {

// True if all claims of the pod are bound. Unbound claims may still find suitable volumes.
bool is_pinned(const Input& input, const model::Pod& pod) {
  if (!has_claims(*pod.spec) || !untold_storage(input.cluster, pod).empty()) { return false; }
  const PodClaims claims = claims_of(input.cluster, input.run.bound_usage.storage(), pod);
  return claims.refused.empty() && !claims.bound.empty() && claims.delayed.empty();
}

NodeSet reached(const Input& input, const MemberClass& members) {
  NodeSet nodes = input.open.roomy(*members.first, *members.profile);
  const FilterInput asked{input.run.nodes,      input.run.bound_usage, *members.first,
                          *members.first->spec, *members.profile,      input.run.rules.version};
  for (const Filter* const filter : filters_of(*members.profile)) {
    if (filter->name == "VolumeBinding" || filter->name == "VolumeZone") { filter->keep(asked, nodes); }
  }
  return nodes;
}

} // namespace

void pinned_by_volumes(const Input& input, const GroupFacts& group, Findings& out) {
  for (const MemberClass& members : member_classes(input, group)) {
    if (!is_pinned(input, *members.first) || input.open.roomy(*members.first, *members.profile).empty()) { continue; }
    const NodeSet nodes = reached(input, members);
    const std::int64_t places = input.open.places_on(nodes, *members.first, *members.profile);
    if (!nodes.empty() && places >= members.needed) { continue; }
    out.on(group, nodes.empty() ? "" : "few")
        .at("spec.volumes")
        .with("pod", members.first->name)
        .with("needed", members.needed)
        .with("places", places)
        .with("nodes", static_cast<std::int64_t>(nodes.size()));
  }
}

} // namespace engine::lint
