// SPDX-License-Identifier: Apache-2.0
// Who is on each node, reservations included, and what that takes: columns that assume adds to and unreserve subtracts
// from, exactly, without a log.
// A question (preemption, a group alone) is asked on a copy that is dropped.
#pragma once

#include "engine/kept_answers.hpp"
#include "engine/nodes/devices.hpp"
#include "engine/nodes/node_table.hpp"
#include "engine/nodes/pod_counts.hpp"
#include "engine/nodes/storage.hpp"
#include "model/cluster/pod.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

namespace engine {

// Absurd requests are counted as 2^53 (9 PB, 9e12 cores), so that a node full of them cannot overflow.
std::int64_t countable(std::int64_t amount);

class NodeUsage {
 public:
  // Not inline, to save compile time: cmake/quick.cmake.
  NodeUsage(const NodeUsage& other);
  NodeUsage(NodeUsage&& other) noexcept;
  NodeUsage& operator=(const NodeUsage& other);
  NodeUsage& operator=(NodeUsage&& other) noexcept;
  ~NodeUsage();
  explicit NodeUsage(const NodeTable& table);

  void add(model::PodIndex pod, model::NodeIndex node);
  // The pod must have been added to that node.
  void remove(model::PodIndex pod, model::NodeIndex node);

  // The pods on the node, in the order in which they came.
  const std::vector<model::PodIndex>& on(model::NodeIndex node) const { return m_on[static_cast<std::size_t>(node)]; }
  // A bound from below on the priorities of all of them: not raised when pods leave.
  std::int32_t lowest_priority() const { return m_lowest_priority; }

  // The pods that can decide about others by inter-pod affinity (PodTerms::concerns_others), by node.
  const std::map<model::NodeIndex, std::vector<model::PodIndex>>& concerning_others() const {
    return m_concerning_others;
  }

  // What filters and scores that look at all placements have found out.
  KeptAnswers& kept() const { return m_kept; }

  // What `count` gives for each node, which depends on the pods that are on it and on nothing else but the key.
  template <typename Count>
  std::shared_ptr<const PodCounts::ByNode> counted(const PodCounts::Key& key, Count count) const {
    return m_pod_counts.by_node(key, m_changes, m_changed_at, count);
  }

  // Sum of requests on the node; may exceed allocatable.
  std::int64_t requested(model::ResourceId resource, model::NodeIndex node) const {
    return m_requested[resource][static_cast<std::size_t>(node)];
  }
  const std::vector<std::int64_t>& requested_column(model::ResourceId resource) const { return m_requested[resource]; }
  std::int64_t pods(model::NodeIndex node) const { return requested(model::k_pods, node); }

  // What scoring counts: requests with a floor for containers that ask for none (milli-cores, bytes).
  const std::vector<std::int64_t>& scoring_cpu_column() const { return m_scoring_cpu; }
  const std::vector<std::int64_t>& scoring_memory_column() const { return m_scoring_memory; }

  // Whether one of `ports` is taken on the node: same protocol and port, and equal addresses or one of them 0.0.0.0.
  // (kube-scheduler framework, HostPortInfo.CheckConflict)
  bool port_conflict(const std::vector<model::HostPort>& ports, model::NodeIndex node) const;

  // The ports that are taken on the node. A set: a pod that leaves frees its ports, also where another pod of the node
  // holds the same one, as pods do that no scheduler placed. (framework, HostPortInfo.Remove)
  using Ports = std::vector<model::HostPort>;
  Ports ports(model::NodeIndex node) const;
  void set_ports(model::NodeIndex node, Ports ports);

  // How many volumes of pods on nodes name the claim; ephemeral volumes are not counted. (NodeInfo, PVCRefCounts)
  std::int32_t claim_users(model::ClaimIndex claim) const;

  // What the simulation reserved and bound of storage. Not touched by add and remove: lifting a pod off its node for a
  // question leaves its volumes alone.
  const AssumedStorage& storage() const { return m_storage; }
  AssumedStorage& storage() { return m_storage; }
  const AssumedDevices& devices() const { return m_devices; } // the same of devices
  AssumedDevices& devices() { return m_devices; }

 private:
  void count_claims(const model::Pod& pod, std::int32_t sign);
  void apply(const model::PodSpec& pod, model::NodeIndex node, std::int64_t sign);

  const NodeTable* m_nodes;
  std::uint64_t m_changes = 0;             // pods that came or went
  std::vector<std::uint64_t> m_changed_at; // by node: which of them was its last
  mutable KeptAnswers m_kept;
  mutable PodCounts m_pod_counts;
  std::vector<std::vector<model::PodIndex>> m_on;
  std::int32_t m_lowest_priority;
  std::map<model::NodeIndex, std::vector<model::PodIndex>> m_concerning_others;
  std::vector<std::vector<std::int64_t>> m_requested; // [resource][node]; the row of "pods" counts pods
  std::vector<std::int64_t> m_scoring_cpu, m_scoring_memory;
  std::map<model::NodeIndex, Ports> m_ports; // only nodes where a port is taken
  std::map<model::ClaimIndex, std::int32_t> m_claim_users;
  AssumedStorage m_storage;
  AssumedDevices m_devices;
};

} // namespace engine
