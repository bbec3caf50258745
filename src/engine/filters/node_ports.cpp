// SPDX-License-Identifier: Apache-2.0
// NodePorts: rejects nodes where another pod uses a requested host port.
// Source: kube-scheduler plugins/nodeports, Filter.
#include "engine/filters/filters.hpp"

namespace engine::filters {

namespace node_ports {
namespace {

void keep(const FilterInput& input, NodeSet& nodes) {
  if (input.spec.host_ports.empty()) { return; }
  nodes.keep_if([&](model::NodeIndex node) { return !input.usage.port_conflict(input.spec.host_ports, node); });
}

void why(const FilterInput& input, model::NodeIndex node, Refusal& refusal) {
  if (input.spec.host_ports.empty() || !input.usage.port_conflict(input.spec.host_ports, node)) { return; }
  refusal.reasons.push_back("node(s) didn't have free ports for the requested pod ports");
}

} // namespace
} // namespace node_ports

extern const Filter k_node_ports = {"NodePorts", Scope::Node, node_ports::keep, node_ports::why};

} // namespace engine::filters
