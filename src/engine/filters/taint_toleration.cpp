// SPDX-License-Identifier: Apache-2.0
// TaintToleration: rejects nodes with a NoSchedule or NoExecute taint that the pod does not tolerate.
// Source: kube-scheduler plugins/tainttoleration, Filter; component-helpers FindMatchingUntoleratedTaint.
#include "engine/filters/filters.hpp"

#include <algorithm>

namespace engine::filters {

const model::Taint* first_untolerated(const std::vector<model::Taint>& taints, const model::PodSpec& pod) {
  const auto found = std::ranges::find_if(taints, [&](const model::Taint& taint) {
    return taint.effect != model::TaintEffect::PreferNoSchedule && !model::tolerated(pod.tolerations, taint);
  });
  return found == taints.end() ? nullptr : &*found;
}

namespace taint_toleration {
namespace {

void keep(const FilterInput& input, NodeSet& nodes) {
  std::vector<bool> admitted;
  for (const auto* taints : input.nodes.taint_lists) {
    admitted.push_back(first_untolerated(*taints, input.spec) == nullptr);
  }
  nodes.keep_if(
      [&](model::NodeIndex node) { return admitted[input.nodes.taint_list[static_cast<std::size_t>(node)]]; });
}

void why(const FilterInput& input, model::NodeIndex node, Refusal& refusal) {
  const std::uint32_t list = input.nodes.taint_list[static_cast<std::size_t>(node)];
  const std::vector<model::Taint>& taints = *input.nodes.taint_lists[list];
  const model::Taint* const taint = first_untolerated(taints, input.spec);
  if (taint == nullptr) { return; }
  refusal.unresolvable = true;
  refusal.reasons.push_back(
      input.version.names_untolerated_taint()
          ? std::string_view(input.nodes.taint_text[list][static_cast<std::size_t>(taint - taints.data())])
          : std::string_view("node(s) had untolerated taint(s)"));
}

} // namespace
} // namespace taint_toleration

extern const Filter k_taint_toleration = {"TaintToleration", Scope::Spec, taint_toleration::keep,
                                          taint_toleration::why};

} // namespace engine::filters
