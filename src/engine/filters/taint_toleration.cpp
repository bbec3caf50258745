// SPDX-License-Identifier: Apache-2.0
// TaintToleration: a NoSchedule or NoExecute taint that the pod does not tolerate.
// Source: kube-scheduler plugins/tainttoleration, Filter; component-helpers FindMatchingUntoleratedTaint.
#include "engine/filters.hpp"

namespace engine::filters {

namespace {

// The place of the first taint in the list that refuses the pod, or -1.
int first_untolerated(const std::vector<model::Taint>& taints, const model::PodSpec& pod) {
  for (std::size_t i = 0; i < taints.size(); ++i) {
    if (taints[i].effect == model::TaintEffect::PreferNoSchedule) { continue; }
    if (!model::tolerated(pod.tolerations, taints[i])) { return static_cast<int>(i); }
  }
  return -1;
}

void keep(const FilterInput& input, NodeSet& nodes) {
  std::vector<bool> admitted;
  for (const auto* taints : input.nodes.taint_lists) { admitted.push_back(first_untolerated(*taints, input.spec) < 0); }
  nodes.keep_if(
      [&](model::NodeIndex node) { return admitted[input.nodes.taint_list[static_cast<std::size_t>(node)]]; });
}

void why(const FilterInput& input, model::NodeIndex node, Refusal& refusal) {
  const std::uint32_t list = input.nodes.taint_list[static_cast<std::size_t>(node)];
  const int taint = first_untolerated(*input.nodes.taint_lists[list], input.spec);
  if (taint < 0) { return; }
  refusal.unresolvable = true;
  refusal.reasons.push_back(input.version.names_untolerated_taint()
                                ? std::string_view(input.nodes.taint_text[list][static_cast<std::size_t>(taint)])
                                : std::string_view("node(s) had untolerated taint(s)"));
}

} // namespace

const Filter k_taint_toleration = {"TaintToleration", Scope::Spec, keep, why};

} // namespace engine::filters
