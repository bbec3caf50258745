// SPDX-License-Identifier: Apache-2.0
#include "engine/remedies/probe.hpp"

#include "engine/index.hpp"

#include <utility>

namespace engine {

int Probe::class_of(model::PodIndex pod) {
  return m_feasibility.class_of(pod, *m_rules.profile_of(m_rules.cluster.pods[at(pod)]));
}

model::NodeIndex Probe::place_for(model::PodIndex pod, const NodeSet* closed) {
  const int pod_class = class_of(pod);
  NodeSet candidates = m_feasibility.feasible(pod_class);
  if (closed != nullptr) {
    candidates.keep_if([&](model::NodeIndex node) { return !closed->has(node); });
  }
  return candidates.size() == 0 ? model::k_none : m_feasibility.best(pod_class, candidates);
}

std::int32_t Probe::places(std::int32_t enough, const NodeSet* closed) {
  std::vector<std::pair<model::PodIndex, model::NodeIndex>> placed;
  for (const model::PodIndex pod : m_members) {
    if (static_cast<std::int32_t>(placed.size()) >= enough) { break; }
    const model::NodeIndex node = place_for(pod, closed);
    if (node == model::k_none) { continue; }
    m_feasibility.add(pod, node);
    placed.emplace_back(pod, node);
  }
  for (const auto& [pod, node] : placed) { m_feasibility.remove(pod, node); }
  return static_cast<std::int32_t>(placed.size());
}

} // namespace engine
