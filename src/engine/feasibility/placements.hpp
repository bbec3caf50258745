// SPDX-License-Identifier: Apache-2.0
// What is on the nodes during a run, and which nodes changed when.
#pragma once

#include "engine/nodes/node_set.hpp"
#include "engine/nodes/node_table.hpp"
#include "engine/nodes/node_usage.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace engine {

class Placements {
 public:
  // `nodes` must outlive it.
  Placements(const NodeTable& nodes, NodeUsage usage);

  const NodeTable& nodes() const { return m_nodes; }
  const NodeUsage& usage() const { return m_usage; }
  NodeUsage take_usage() && { return std::move(m_usage); }

  // Places a pod on a node and reserves volumes and devices for its claims, or removes it.
  void add(model::PodIndex pod, model::NodeIndex node);
  void remove(model::PodIndex pod, model::NodeIndex node);
  // Binds a pod on a node: the volumes and devices reserved for it stay allocated after it leaves. Returns which it
  // bound, to notify others.
  struct Bound {
    AssumedStorage::Bound storage;
    bool devices = false;
  };
  Bound bind(model::PodIndex pod, model::NodeIndex node);
  // Ends the allocation that the claim has in the snapshot.
  void free(model::ResourceClaimIndex claim);

  // Number of changes of the node so far.
  std::uint32_t changes_of(model::NodeIndex node) const { return m_changes[static_cast<std::size_t>(node)]; }
  const std::vector<model::NodeIndex>& log() const { return m_log; } // the node of each change, in order

  // Tries a node with other pods. The destructor restores the node's usage.
  class NodeSimulation {
   public:
    NodeSimulation(Placements& placements, model::NodeIndex node)
        : m_usage(placements.m_usage), m_node(node), m_ports(m_usage.ports(node)) {}
    ~NodeSimulation();
    NodeSimulation(const NodeSimulation&) = delete;
    NodeSimulation& operator=(const NodeSimulation&) = delete;

    void remove_pod(model::PodIndex pod); // from the node
    void add_pod(model::PodIndex pod);    // to the node

   private:
    NodeUsage& m_usage;
    model::NodeIndex m_node;
    NodeUsage::Ports m_ports;
    std::vector<std::pair<model::PodIndex, bool>> m_done; // true: removed
  };

 protected:
  ~Placements() = default;
  // The nodes logged since position `seen`, each once. Valid until the next call.
  const std::vector<model::NodeIndex>& changed_since(std::size_t seen);

 private:
  void note_change(model::NodeIndex node) {
    m_log.push_back(node);
    ++m_changes[static_cast<std::size_t>(node)];
  }

  const NodeTable& m_nodes;
  NodeUsage m_usage;
  std::vector<model::NodeIndex> m_log;  // nodes that a placement changed, in order
  std::vector<std::uint32_t> m_changes; // by node: how often the log names it
  std::vector<model::NodeIndex> m_changed;
  NodeSet m_changed_set; // scratch memory of changed_since
};

} // namespace engine
