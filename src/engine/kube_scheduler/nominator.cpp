// SPDX-License-Identifier: Apache-2.0
#include "engine/kube_scheduler/nominator.hpp"

#include <algorithm>

namespace engine {

model::NodeIndex Nominations::node_of(model::PodIndex pod) const {
  const auto known = m_node.find(pod);
  return known == m_node.end() ? model::k_none : known->second;
}

const Nominations::Pods& Nominations::on(model::NodeIndex node) const {
  static const Pods k_nobody;
  const auto known = m_pods.find(node);
  return known == m_pods.end() ? k_nobody : known->second;
}

void Nominations::note_change(model::NodeIndex node) {
  const auto index = static_cast<std::size_t>(node);
  if (index >= m_changes_of.size()) { m_changes_of.resize(index + 1, 0); }
  ++m_changes_of[index];
  m_log.push_back(node);
}

void Nominations::add(model::PodIndex pod, model::NodeIndex node) {
  m_node.emplace(pod, node);
  Pods& pods = m_pods[node];
  pods.insert(std::ranges::lower_bound(pods, pod), pod);
  note_change(node);
}

void Nominations::remove(model::PodIndex pod) {
  const auto known = m_node.find(pod);
  if (known == m_node.end()) { return; }
  note_change(known->second);
  const auto pods = m_pods.find(known->second);
  std::erase(pods->second, pod);
  if (pods->second.empty()) { m_pods.erase(pods); }
  m_node.erase(known);
}

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
