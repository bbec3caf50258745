// SPDX-License-Identifier: Apache-2.0
// Nodes.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/collected/fields.hpp"

namespace snapshot {

// A negative allocatable is taken as 0 and becomes a Problem; anything else that is wrong throws DecodeError.
void add_node(Collected& collected, document::Value object, const Origin& origin);

// An element of spec.taints. Texts last.
model::Taint taint_of(document::Value value, const Path& path, Collected& collected);

} // namespace snapshot
