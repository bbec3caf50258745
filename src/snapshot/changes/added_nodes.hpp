// SPDX-License-Identifier: Apache-2.0
// --add-nodes: copies of a node, or nodes from a file.
#pragma once

#include "snapshot/collected/collected.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace snapshot {

// "gpu-a=2" makes gpu-a-add-1 and gpu-a-add-2: like gpu-a when it was new, so neither cordoned nor tainted by a
// controller for what happened to it. Anything else is a file of Node objects. Throws util::Error where no such node
// or file is there, or where a new node would have the name of an old one.
void add_nodes(Collected& collected, const std::string& argument);

// The index of a node, on a settled picture. Throws util::Error that names near matches; `flag` is what was typed.
std::size_t known_node(const Collected& collected, std::string_view flag, std::string_view name);

} // namespace snapshot
