// SPDX-License-Identifier: Apache-2.0
// TaintToleration: fewer PreferNoSchedule taints that the pod does not tolerate is better.
// Source: kube-scheduler plugins/tainttoleration, Score (only tolerations for that effect or for all count).
#include "engine/scores.hpp"

namespace engine::scores {

namespace {

std::int64_t raw(const FilterInput& input, model::NodeIndex node) {
  std::int64_t count = 0;
  for (const model::Taint& taint : input.nodes.node(node).taints) {
    if (taint.effect == model::TaintEffect::PreferNoSchedule && !model::tolerated(input.spec.tolerations, taint)) {
      ++count;
    }
  }
  return count;
}

} // namespace

const Score k_taint_toleration = {"TaintToleration", Scope::Spec, Normalize::Reverse, raw};

} // namespace engine::scores
