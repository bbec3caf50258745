// SPDX-License-Identifier: Apache-2.0
#include "engine/kube_scheduler/nominations.hpp"

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

} // namespace engine
