// SPDX-License-Identifier: Apache-2.0
#include "engine/nodes/node_usage.hpp"

#include "engine/nodes/host_ports.hpp"

#include <algorithm>

namespace engine {

NodeUsage::NodeUsage() = default;
NodeUsage::NodeUsage(const NodeUsage& other) = default;
NodeUsage::NodeUsage(NodeUsage&& other) noexcept = default;
NodeUsage& NodeUsage::operator=(const NodeUsage& other) = default;
NodeUsage& NodeUsage::operator=(NodeUsage&& other) noexcept = default;
NodeUsage::~NodeUsage() = default;

NodeUsage::NodeUsage(const NodeTable& table)
    : m_nodes(&table), m_changed_at(table.size(), 0), m_on(table.size(), {}),
      m_requested(table.allocatable.size(), std::vector<std::int64_t>(table.size(), 0)), m_scoring_cpu(table.size(), 0),
      m_scoring_memory(table.size(), 0) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto node = static_cast<model::NodeIndex>(i);
    if (!table.node(node).taken_ports.empty()) { set_ports(node, table.node(node).taken_ports); }
  }
}

void NodeUsage::apply(const model::PodSpec& pod, model::NodeIndex node, std::int64_t sign) {
  const auto at = static_cast<std::size_t>(node);
  for (const model::ResourceAmount& amount : pod.requests) {
    if (amount.resource != model::k_pods) { m_requested[amount.resource][at] += sign * countable(amount.amount); }
  }
  m_requested[model::k_pods][at] += sign;
  m_scoring_cpu[at] += sign * countable(pod.scoring_cpu_milli);
  m_scoring_memory[at] += sign * countable(pod.scoring_memory);
  if (sign > 0 && !pod.host_ports.empty()) {
    Ports& taken = m_ports[node];
    for (const model::HostPort& port : pod.host_ports) {
      if (std::ranges::find(taken, port) == taken.end()) { taken.push_back(port); }
    }
  }
}

namespace {

void count_claims(const model::ClusterSnapshot& cluster, const model::Pod& pod, std::int32_t sign,
                  std::map<model::ClaimIndex, std::int32_t>& users) {
  for (const model::Volume& volume : pod.spec->volumes) {
    if (volume.kind != "persistentVolumeClaim") { continue; }
    const model::ClaimIndex claim = find_claim(cluster, pod.namespace_name, volume.reference);
    if (claim != model::k_none) { users[claim] += sign; }
  }
}

void count_device_claims(const model::ClusterSnapshot& cluster, const model::Pod& pod, std::int32_t sign,
                         std::map<model::ResourceClaimIndex, std::int32_t>& users) {
  if (pod.spec->resource_claims.empty()) { return; }
  for (const model::ResourceClaimIndex claim : shared_claims(cluster, pod)) { users[claim] += sign; }
}

} // namespace

std::int32_t NodeUsage::claim_users(model::ClaimIndex claim) const {
  const auto found = m_claim_users.find(claim);
  return found == m_claim_users.end() ? 0 : found->second;
}

std::int32_t NodeUsage::device_claim_users(model::ResourceClaimIndex claim) const {
  const auto found = m_device_claim_users.find(claim);
  return found == m_device_claim_users.end() ? 0 : found->second;
}

void NodeUsage::add(model::PodIndex index, model::NodeIndex node, bool supposed) {
  const model::PodSpec& pod = *m_nodes->pod(index).spec;
  m_changed_at[static_cast<std::size_t>(node)] = ++m_changes;
  count_claims(*m_nodes->cluster, m_nodes->pod(index), 1, m_claim_users);
  if (!supposed) { count_device_claims(*m_nodes->cluster, m_nodes->pod(index), 1, m_device_claim_users); }
  m_on.edit(static_cast<std::size_t>(node)).push_back(index);
  if (m_nodes->terms.concerns_others(index)) { m_concerning_others[node].push_back(index); }
  m_lowest_priority = std::min(m_lowest_priority, pod.priority);
  apply(pod, node, 1);
  if (supposed && m_nodes->pod(index).terminating) { std::erase(m_set_aside, std::pair(index, node)); }
  m_kept.note({index, node, 1, supposed});
}

void NodeUsage::remove(model::PodIndex index, model::NodeIndex node, bool supposed) {
  const model::PodSpec& pod = *m_nodes->pod(index).spec;
  std::erase(m_on.edit(static_cast<std::size_t>(node)), index);
  if (m_nodes->terms.concerns_others(index)) { std::erase(m_concerning_others[node], index); }
  m_changed_at[static_cast<std::size_t>(node)] = ++m_changes;
  count_claims(*m_nodes->cluster, m_nodes->pod(index), -1, m_claim_users);
  if (!supposed) { count_device_claims(*m_nodes->cluster, m_nodes->pod(index), -1, m_device_claim_users); }
  apply(pod, node, -1);
  if (supposed && m_nodes->pod(index).terminating) { m_set_aside.emplace_back(index, node); }
  m_kept.note({index, node, -1, supposed});
  if (pod.host_ports.empty()) { return; }
  Ports& taken = m_ports[node];
  for (const model::HostPort& port : pod.host_ports) { std::erase(taken, port); }
}

NodeUsage::Ports NodeUsage::ports(model::NodeIndex node) const {
  const auto found = m_ports.find(node);
  return found == m_ports.end() ? Ports() : found->second;
}

void recount_ports(const NodeTable& table, model::NodeIndex node, NodeUsage& usage) {
  NodeUsage::Ports ports = table.node(node).taken_ports;
  for (const model::PodIndex pod : usage.on(node)) {
    const std::vector<model::HostPort>& own = table.pod(pod).spec->host_ports;
    ports.insert(ports.end(), own.begin(), own.end());
  }
  usage.set_ports(node, std::move(ports));
}

void NodeUsage::set_ports(model::NodeIndex node, Ports ports) {
  if (ports.empty()) {
    m_ports.erase(node);
  } else {
    m_ports[node] = std::move(ports);
  }
}

bool NodeUsage::port_conflict(const std::vector<model::HostPort>& ports, model::NodeIndex node) const {
  const auto found = m_ports.find(node);
  return found != m_ports.end() && conflict(ports, found->second);
}

} // namespace engine
