// SPDX-License-Identifier: Apache-2.0
// --add-nodes: copies of a node, or nodes from a file.
#pragma once

#include "snapshot/collected/collected.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace snapshot {

// "gpu-a=2" adds gpu-a-add-1 and gpu-a-add-2. They look like gpu-a when it was new: not cordoned, and without taints
// that a controller added later. Any other argument is a file of Node objects. Throws util::Error if the node or file
// does not exist, or if a new node would have the name of an existing one.
void add_nodes(Collected& collected, const std::string& argument);

// The index of a node in a settled snapshot. Throws util::Error that names near matches; `flag` is the flag as typed.
std::size_t known_node(const Collected& collected, std::string_view flag, std::string_view name);

} // namespace snapshot
