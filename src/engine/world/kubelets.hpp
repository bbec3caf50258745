// SPDX-License-Identifier: Apache-2.0
// Simulates how kubelets admit bound pods. One scheduler alone never over-commits a node, but two can, before they see
// each other's bindings. The kubelet then rejects the later pod, which fails.
// Source: kubelet lifecycle/predicate.go (predicateAdmitHandler.Admit, generalFilter); it does not check resources that
// the node does not offer.
#pragma once

#include "engine/nodes/node_table.hpp"
#include "engine/nodes/node_usage.hpp"

#include <string>

namespace engine {

class Kubelets {
 public:
  // `bound`: usage at the start, which need not fit. The table must outlive this object.
  Kubelets(const NodeTable& nodes, const NodeUsage& bound) : m_nodes(nodes), m_running(bound) {}

  // Returns the status.reason, "OutOfcpu" or "NodePorts", if the node's kubelet rejects the pod; empty if the pod runs.
  std::string admit(model::PodIndex pod, model::NodeIndex node);
  void stop(model::PodIndex pod, model::NodeIndex node) { m_running.remove(pod, node); } // `pod` must run there

 private:
  const NodeTable& m_nodes;
  NodeUsage m_running;
};

} // namespace engine
