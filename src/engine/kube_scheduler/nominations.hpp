// SPDX-License-Identifier: Apache-2.0
// The nominator's table, by pod and by node: pending pods that wait on a node for the capacity that victims will free
// there. (kube-scheduler backend/queue/nominator.go)
#pragma once

#include "model/cluster/pod.hpp"

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

  // The pod must not be nominated yet.
  void add(model::PodIndex pod, model::NodeIndex node);
  void remove(model::PodIndex pod);

 private:
  std::map<model::PodIndex, model::NodeIndex> m_node;
  std::map<model::NodeIndex, Pods> m_pods;
};

} // namespace engine
