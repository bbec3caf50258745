// SPDX-License-Identifier: Apache-2.0
// NodeName: spec.nodeName names the one node. A pod with a node name is already bound, so this filter never rejects a
// queued pod. The row keeps the plugin's position in the order.
// Source: kube-scheduler plugins/nodename, Filter.
#include "engine/filters/filters.hpp"

namespace engine::filters {

namespace node_name {
namespace {

void keep(const FilterInput&, NodeSet&) {}
void why(const FilterInput&, model::NodeIndex, Refusal&) {}

} // namespace
} // namespace node_name

extern const Filter k_node_name = {"NodeName", Scope::Spec, node_name::keep, node_name::why};

} // namespace engine::filters
