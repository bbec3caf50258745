// SPDX-License-Identifier: Apache-2.0
// What kubelets do with pods that are bound to their nodes. One scheduler alone never over-commits a node; two that do
// not know of each other's bindings yet can. The kubelet then rejects the pod that comes later, which has failed.
// Source: kubelet lifecycle/predicate.go (predicateAdmitHandler.Admit, generalFilter); resources that a node does not
// offer are not checked there.
#pragma once

#include "engine/nodes/node_table.hpp"
#include "engine/nodes/node_usage.hpp"

#include <string>

namespace engine {

class Kubelets {
 public:
  // `bound`: what runs at the start, whether it fits or not. The table must outlive it.
  Kubelets(const NodeTable& nodes, const NodeUsage& bound) : m_nodes(nodes), m_running(bound) {}

  // The status.reason with which the node's kubelet rejects the pod, "OutOfcpu" or "NodePorts"; empty: it runs there.
  std::string admit(model::PodIndex pod, model::NodeIndex node);
  void stop(model::PodIndex pod, model::NodeIndex node) { m_running.remove(pod, node); } // that was admitted

 private:
  const NodeTable& m_nodes;
  NodeUsage m_running;
};

} // namespace engine
