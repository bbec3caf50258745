// SPDX-License-Identifier: Apache-2.0
#include "engine/kube_scheduler/nominator.hpp"

namespace engine {

void Nominator::nominate(model::PodIndex pod, model::NodeIndex node) {
  forget(pod);
  m_world.nominate(pod, node);
  if (node == model::k_none) { return; }
  m_nominations.add(pod, node);
  m_loop_detector.placed(unit_of(pod), pod, -2 - node);
}

void Nominator::forget(model::PodIndex pod) {
  const model::NodeIndex node = m_nominations.node_of(pod);
  if (node == model::k_none) { return; }
  m_loop_detector.unplaced(unit_of(pod), pod, -2 - node);
  m_nominations.remove(pod);
}

void Nominator::take_from(model::NodeIndex node, std::int32_t priority) {
  std::vector<model::PodIndex> lower;
  for (const model::PodIndex pod : m_nominations.on(node)) {
    if (pod_at(pod).spec->priority < priority) { lower.push_back(pod); }
  }
  for (const model::PodIndex pod : lower) { nominate(pod, model::k_none); }
}

std::vector<model::PodIndex> Nominator::before(model::PodIndex pod, model::NodeIndex node) const {
  std::vector<model::PodIndex> before;
  for (const model::PodIndex other : m_nominations.on(node)) {
    if (other != pod && pod_at(other).spec->priority >= pod_at(pod).spec->priority) { before.push_back(other); }
  }
  return before;
}

} // namespace engine
