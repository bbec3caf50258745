// SPDX-License-Identifier: Apache-2.0
#include "engine/feasibility/placements.hpp"

#include "engine/nodes/reserve.hpp"

namespace engine {

Placements::Placements(const NodeTable& nodes, NodeUsage usage)
    : m_nodes(nodes), m_usage(std::move(usage)), m_changes(nodes.size(), 0),
      m_changed_set(NodeSet::none(nodes.size())) {}

void Placements::add(model::PodIndex pod, model::NodeIndex node) {
  reserve(m_nodes, m_usage, pod, node);
  note_change(node);
}

void Placements::remove(model::PodIndex pod, model::NodeIndex node) {
  unreserve(m_usage, pod, node);
  note_change(node);
}

Placements::Bound Placements::bind(model::PodIndex pod, model::NodeIndex node) {
  const model::PodSpec& spec = *m_nodes.pod(pod).spec;
  if (!has_claims(spec) && spec.resource_claims.empty()) { return {}; }
  note_change(node);
  return {m_usage.storage().bind(pod), m_usage.devices().bind(pod, claims_of_pod(*m_nodes.cluster, m_nodes.pod(pod)))};
}

void Placements::free(model::ResourceClaimIndex claim) {
  m_usage.devices().free(claim);
  note_change(model::NodeIndex(0)); // every node may change: DynamicResources has Scope::Placement
}

void Placements::NodeSimulation::remove_pod(model::PodIndex pod) {
  m_usage.remove(pod, m_node, true);
  m_done.emplace_back(pod, true);
}

void Placements::NodeSimulation::add_pod(model::PodIndex pod) {
  m_usage.add(pod, m_node, true);
  m_done.emplace_back(pod, false);
}

Placements::NodeSimulation::~NodeSimulation() {
  while (!m_done.empty()) {
    const auto [pod, lifted] = m_done.back();
    m_done.pop_back();
    lifted ? m_usage.add(pod, m_node, true) : m_usage.remove(pod, m_node, true);
  }
  m_usage.set_ports(m_node, std::move(m_ports));
}

const std::vector<model::NodeIndex>& Placements::changed_since(std::size_t seen) {
  m_changed_set.clear();
  m_changed.clear();
  for (std::size_t i = seen; i < m_log.size(); ++i) {
    if (m_changed_set.has(m_log[i])) { continue; }
    m_changed_set.insert(m_log[i]);
    m_changed.push_back(m_log[i]);
  }
  return m_changed;
}

} // namespace engine
