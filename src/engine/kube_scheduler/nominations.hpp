// SPDX-License-Identifier: Apache-2.0
// Pending pods that wait for room on a node that others are leaving for them: the nominator's table, by pod and by
// node. (kube-scheduler backend/queue/nominator.go)
#pragma once

#include "model/cluster/pod.hpp"

#include <map>
#include <vector>

namespace engine {

class Nominations {
 public:
  using Pods = std::vector<model::PodIndex>; // ascending

  bool empty() const { return m_node.empty(); }
  // Where the pod is nominated to; k_none: nowhere.
  model::NodeIndex node_of(model::PodIndex pod) const;
  // Those nominated to the node. Valid until the next change.
  const Pods& on(model::NodeIndex node) const;
  const std::map<model::NodeIndex, Pods>& by_node() const { return m_pods; } // of nodes that have any

  // A pod that is nowhere yet.
  void add(model::PodIndex pod, model::NodeIndex node);
  void remove(model::PodIndex pod);

 private:
  std::map<model::PodIndex, model::NodeIndex> m_node;
  std::map<model::NodeIndex, Pods> m_pods;
};

} // namespace engine
