// SPDX-License-Identifier: Apache-2.0
// Pods on each node, including reservations, and the resources that they request. Assume adds to the columns and
// unreserve subtracts exactly the same, so there is no undo log. A question (preemption, a group alone) works on a copy
// and drops it.
#pragma once

#include "engine/kept_answers.hpp"
#include "engine/nodes/devices.hpp"
#include "engine/nodes/node_table.hpp"
#include "engine/nodes/pod_counts.hpp"
#include "engine/nodes/storage.hpp"
#include "engine/paged_column.hpp"
#include "model/cluster/pod.hpp"

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

using model::countable;

class NodeUsage {
 public:
  // Not inline, to save compile time: cmake/quick.cmake.
  NodeUsage(); // of no nodes
  NodeUsage(const NodeUsage& other);
  NodeUsage(NodeUsage&& other) noexcept;
  NodeUsage& operator=(const NodeUsage& other);
  NodeUsage& operator=(NodeUsage&& other) noexcept;
  ~NodeUsage();
  explicit NodeUsage(const NodeTable& table);

  // Makes later copies cheap. Call it once the usage is complete.
  void share() { m_on.share(); }

  void add(model::PodIndex pod, model::NodeIndex node, bool supposed = false);
  // The pod must be on that node.
  void remove(model::PodIndex pod, model::NodeIndex node, bool supposed = false);

  // Terminating pods that are supposed to be gone. (Feasibility::NodeSimulation)
  const std::vector<std::pair<model::PodIndex, model::NodeIndex>>& terminating_set_aside() const { return m_set_aside; }

  // The pods on the node, in the order of their arrival.
  const std::vector<model::PodIndex>& on(model::NodeIndex node) const { return m_on[static_cast<std::size_t>(node)]; }
  // Lower bound of the priorities of all pods on nodes; it does not rise when pods leave.
  std::int32_t lowest_priority() const { return m_lowest_priority; }

  // Pods that can affect other pods through inter-pod affinity (PodTerms::concerns_others), by node.
  const std::map<model::NodeIndex, std::vector<model::PodIndex>>& concerning_others() const {
    return m_concerning_others;
  }

  // Grows with every change of what is on a node.
  std::uint64_t changes() const { return m_changes; }

  // Cached answers of filters and scores that depend on all placements.
  KeptAnswers& kept() const { return m_kept; }

  // Returns the result of `count` for each node. The result may depend only on the pods of the node and on the key.
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

  // Requests as scores count them, with a default for containers that request nothing (milli-cores, bytes).
  const std::vector<std::int64_t>& scoring_cpu_column() const { return m_scoring_cpu; }
  const std::vector<std::int64_t>& scoring_memory_column() const { return m_scoring_memory; }

  // True if one of `ports` is in use on the node: same protocol and port, and equal addresses or one of them 0.0.0.0.
  // (kube-scheduler framework, HostPortInfo.CheckConflict)
  bool port_conflict(const std::vector<model::HostPort>& ports, model::NodeIndex node) const;

  // Host ports in use on the node. As a set, it loses a pod's ports when the pod leaves, even if another pod of the
  // node uses the same port. Only pods that no scheduler placed can share a port. (framework, HostPortInfo.Remove)
  using Ports = std::vector<model::HostPort>;
  Ports ports(model::NodeIndex node) const;
  void set_ports(model::NodeIndex node, Ports ports);

  // Number of volumes of pods on nodes that refer to the claim, without ephemeral volumes. (NodeInfo, PVCRefCounts)
  std::int32_t claim_users(model::ClaimIndex claim) const;
  // Number of pods on nodes that name the claim. It ignores what NodeSimulation tries.
  std::int32_t device_claim_users(model::ResourceClaimIndex claim) const;

  // Volumes that the simulation has reserved or bound. add and remove do not change them: a question that lifts a pod
  // off its node leaves its volumes alone.
  const AssumedStorage& storage() const { return m_storage; }
  AssumedStorage& storage() { return m_storage; }
  const AssumedDevices& devices() const { return m_devices; } // the same for devices
  AssumedDevices& devices() { return m_devices; }

 private:
  void apply(const model::PodSpec& pod, model::NodeIndex node, std::int64_t sign);

  const NodeTable* m_nodes = nullptr;
  std::uint64_t m_changes = 0;             // number of pods added or removed so far
  std::vector<std::uint64_t> m_changed_at; // by node: m_changes at its last change
  mutable KeptAnswers m_kept;
  mutable PodCounts m_pod_counts;
  PagedColumn<std::vector<model::PodIndex>, 8> m_on; // by node
  std::int32_t m_lowest_priority = std::numeric_limits<std::int32_t>::max();
  std::map<model::NodeIndex, std::vector<model::PodIndex>> m_concerning_others;
  std::vector<std::vector<std::int64_t>> m_requested; // [resource][node]; the row of "pods" counts pods
  std::vector<std::int64_t> m_scoring_cpu, m_scoring_memory;
  std::map<model::NodeIndex, Ports> m_ports; // only nodes with a port in use
  std::map<model::ClaimIndex, std::int32_t> m_claim_users;
  std::map<model::ResourceClaimIndex, std::int32_t> m_device_claim_users;
  std::vector<std::pair<model::PodIndex, model::NodeIndex>> m_set_aside;
  AssumedStorage m_storage;
  AssumedDevices m_devices;
};

// Sets the host ports of the pods there, as a scheduler that starts does.
void recount_ports(const NodeTable& table, model::NodeIndex node, NodeUsage& usage);

} // namespace engine
