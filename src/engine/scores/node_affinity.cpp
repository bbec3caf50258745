// SPDX-License-Identifier: Apache-2.0
// NodeAffinity: sum of the weights of the pod's and the profile's preferred terms that match the node.
// Source: kube-scheduler plugins/nodeaffinity, Score. A term that selects nothing adds nothing.
#include "engine/nodes/node_affinity.hpp"
#include "engine/scores/scores.hpp"

#include <algorithm>
#include <limits>

namespace engine::scores {

namespace node_affinity {
namespace {

Figure sum_on(const FilterInput& input, model::NodeIndex node) {
  std::int64_t sum = 0;
  for (const auto* const terms : {&input.spec.preferred_node_terms, &input.profile.added_affinity.preferred}) {
    for (const model::PreferredNodeTerm& preferred : *terms) {
      if (matches(preferred.term, input.nodes.node(node))) { sum += preferred.weight; }
    }
  }
  return static_cast<Figure>(
      std::clamp<std::int64_t>(sum, std::numeric_limits<Figure>::min(),
                               std::numeric_limits<Figure>::max())); // a file may have any weight
}

void raw(const FilterInput& input, std::span<const model::NodeIndex> nodes, Figures& by_node) {
  for (const model::NodeIndex node : nodes) { by_node[static_cast<std::size_t>(node)] = sum_on(input, node); }
}

bool prefers_nothing(const FilterInput& input) {
  return input.spec.preferred_node_terms.empty() && input.profile.added_affinity.preferred.empty();
}

} // namespace
} // namespace node_affinity

const Score k_node_affinity = {"NodeAffinity", Scope::Spec, Normalize::ByMax, node_affinity::raw,
                               node_affinity::prefers_nothing};

} // namespace engine::scores
