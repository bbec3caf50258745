// SPDX-License-Identifier: Apache-2.0
// TaintToleration: prefers nodes with fewer PreferNoSchedule taints that the pod does not tolerate.
// Source: kube-scheduler plugins/tainttoleration, Score (only tolerations for that effect or for all count).
#include "engine/scores/scores.hpp"

#include <algorithm>

namespace engine::scores {

namespace taint_toleration {
namespace {

Figure not_tolerated(const FilterInput& input, const std::vector<model::Taint>& taints) {
  return static_cast<Figure>(std::ranges::count_if(taints, [&](const model::Taint& taint) {
    return taint.effect == model::TaintEffect::PreferNoSchedule && !model::tolerated(input.spec.tolerations, taint);
  }));
}

void raw(const FilterInput& input, std::span<const model::NodeIndex> nodes, Figures& by_node) {
  Figures of_list;
  for (const std::vector<model::Taint>* taints : input.nodes.taint_lists) {
    of_list.push_back(not_tolerated(input, *taints));
  }
  for (const model::NodeIndex node : nodes) {
    const auto at = static_cast<std::size_t>(node);
    by_node[at] = of_list[input.nodes.taint_list[at]];
  }
}

} // namespace
} // namespace taint_toleration

const Score k_taint_toleration = {"TaintToleration", Scope::Spec, Normalize::Reverse, taint_toleration::raw};

} // namespace engine::scores
