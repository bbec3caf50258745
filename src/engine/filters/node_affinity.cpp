// SPDX-License-Identifier: Apache-2.0
// NodeAffinity: nodeSelector, required node affinity, and the profile's addedAffinity.
// Source: kube-scheduler plugins/nodeaffinity, Filter.
#include "engine/nodes/node_affinity.hpp"
#include "engine/filters/filters.hpp"

#include <algorithm>

namespace engine::filters {

namespace node_affinity {
namespace {

bool unconstrained(const model::PodSpec& pod) { return pod.node_selector.empty() && !pod.required_node_terms; }

bool enforced(const FilterInput& input, model::NodeIndex node) {
  const auto& added = input.profile.added_affinity.required;
  return !added || matches_any(*added, input.nodes.node(node));
}

void keep(const FilterInput& input, NodeSet& nodes) {
  if (input.profile.added_affinity.required) {
    nodes.keep_if([&](model::NodeIndex node) { return enforced(input, node); });
  }
  if (unconstrained(input.spec)) { return; }
  nodes.keep_if([&](model::NodeIndex node) { return admits(input.spec, input.nodes.node(node)); });
}

void why(const FilterInput& input, model::NodeIndex node, Refusal& refusal) {
  if (!enforced(input, node)) {
    refusal.unresolvable = true;
    refusal.reasons.push_back("node(s) didn't match scheduler-enforced node affinity");
    return;
  }
  if (unconstrained(input.spec) || admits(input.spec, input.nodes.node(node))) { return; }
  refusal.unresolvable = true;
  refusal.reasons.push_back("node(s) didn't match Pod's node affinity/selector");
}

// If every term names nodes by metadata.name, only those remain.
void pre_filter(const FilterInput& input, PreFilterAnswer& answer) {
  const auto names = names_required(input.spec);
  if (!names) { return; }
  if (names->empty()) {
    answer.refused = "pod affinity terms conflict";
    return;
  }
  answer.nodes.keep_if([&](model::NodeIndex node) {
    return std::binary_search(names->begin(), names->end(), input.nodes.node(node).name);
  });
}

} // namespace
} // namespace node_affinity

extern const Filter k_node_affinity = {"NodeAffinity", Scope::Spec, node_affinity::keep, node_affinity::why,
                                       node_affinity::pre_filter};

} // namespace engine::filters
