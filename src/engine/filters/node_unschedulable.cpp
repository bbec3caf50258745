// SPDX-License-Identifier: Apache-2.0
// NodeUnschedulable: rejects cordoned nodes unless the pod tolerates node.kubernetes.io/unschedulable:NoSchedule.
// Source: kube-scheduler plugins/nodeunschedulable, Filter.
#include "engine/filters/filters.hpp"

namespace engine::filters {

namespace node_unschedulable {
namespace {

bool tolerates_cordon(const model::PodSpec& pod) {
  static const model::Taint taint{model::k_unschedulable_taint, "", model::TaintEffect::NoSchedule};
  return model::tolerated(pod.tolerations, taint);
}

void keep(const FilterInput& input, NodeSet& nodes) {
  if (tolerates_cordon(input.spec)) { return; }
  nodes.keep_if([&](model::NodeIndex node) { return !input.nodes.node(node).unschedulable; });
}

void why(const FilterInput& input, model::NodeIndex node, Refusal& refusal) {
  if (!input.nodes.node(node).unschedulable || tolerates_cordon(input.spec)) { return; }
  refusal.unresolvable = true;
  refusal.reasons.push_back("node(s) were unschedulable");
}

} // namespace
} // namespace node_unschedulable

extern const Filter k_node_unschedulable = {"NodeUnschedulable", Scope::Spec, node_unschedulable::keep,
                                            node_unschedulable::why};

} // namespace engine::filters
