// SPDX-License-Identifier: Apache-2.0
// NodeAffinity: nodeSelector and required node affinity.
// Source: kube-scheduler plugins/nodeaffinity, Filter.
#include "engine/node_affinity.hpp"
#include "engine/filters.hpp"

namespace engine::filters {

namespace {

bool unconstrained(const model::PodSpec& pod) { return pod.node_selector.empty() && !pod.required_node_terms; }

void keep(const FilterInput& input, NodeSet& nodes) {
  if (unconstrained(input.pod)) { return; }
  nodes.keep_if([&](model::NodeIndex node) { return admits(input.pod, input.nodes.node(node)); });
}

void why(const FilterInput& input, model::NodeIndex node, Refusal& refusal) {
  if (unconstrained(input.pod) || admits(input.pod, input.nodes.node(node))) { return; }
  refusal.unresolvable = true;
  refusal.reasons.push_back("node(s) didn't match Pod's node affinity/selector");
}

} // namespace

const Filter k_node_affinity = {"NodeAffinity", Scope::Spec, keep, why};

} // namespace engine::filters
