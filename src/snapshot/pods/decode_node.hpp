// SPDX-License-Identifier: Apache-2.0
// Nodes.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/collected/fields.hpp"

namespace snapshot {

// Replaces a negative allocatable by 0 and reports a Problem; throws DecodeError for any other error.
void add_node(Collected& collected, document::Value object, const Origin& origin);

// The policy of a node's Topology Manager, from a NodeResourceTopology.
void add_node_topology(Collected& collected, document::Value object, const Origin& origin);

// An element of spec.taints. Its strings outlive the document.
model::Taint taint_of(document::Value value, const Path& path, Collected& collected);

} // namespace snapshot
