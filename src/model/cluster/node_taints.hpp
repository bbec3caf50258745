// SPDX-License-Identifier: Apache-2.0
// Taints that programs set and remove, by their keys. People set all others.
#pragma once

#include "model/cluster/node.hpp"

namespace model {

// An agent removes the taint from each new node, once it runs there.
bool is_startup_taint(const Taint& taint);
// The taint reports a node's state: it returns until the state ends. Those that announce a removal count too.
bool reports_state(const Taint& taint);
// An autoscaler or a cloud drains the node and removes it.
bool announces_removal(const Taint& taint);
// The node is being deleted, or a taint announces that.
bool is_being_removed(const Node& node);

} // namespace model
