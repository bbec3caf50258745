// SPDX-License-Identifier: Apache-2.0
// The nominator's table, by pod and by node: pending pods that wait on a node for the capacity that victims will free
// there. (kube-scheduler backend/queue/nominator.go)
#pragma once

#include "model/cluster/pod.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace engine {

class Nominations {
 public:
  using Pods = std::vector<model::PodIndex>; // ascending

  bool empty() const { return m_node.empty(); }
  // The pod's nominated node; k_none if it has none.
  model::NodeIndex node_of(model::PodIndex pod) const;
  // Pods nominated to the node. Valid until the next change.
  const Pods& on(model::NodeIndex node) const;
  const std::map<model::NodeIndex, Pods>& by_node() const { return m_pods; } // nodes with at least one nominated pod

  // Number of changes of the node so far.
  std::uint32_t changes_of(model::NodeIndex node) const {
    return static_cast<std::size_t>(node) < m_changes_of.size() ? m_changes_of[static_cast<std::size_t>(node)] : 0;
  }
  const std::vector<model::NodeIndex>& log() const { return m_log; } // the node of each change, in order

  // The pod must not be nominated yet.
  void add(model::PodIndex pod, model::NodeIndex node);
  void remove(model::PodIndex pod);

 private:
  void note_change(model::NodeIndex node);

  std::map<model::PodIndex, model::NodeIndex> m_node;
  std::map<model::NodeIndex, Pods> m_pods;
  std::vector<std::uint32_t> m_changes_of; // by node, as far as nominations reached
  std::vector<model::NodeIndex> m_log;
};

} // namespace engine
