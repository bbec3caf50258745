// SPDX-License-Identifier: Apache-2.0
// --remove-node and --without: remove objects from the snapshot.
#pragma once

#include "snapshot/collected/collected.hpp"

#include <string>
#include <string_view>

namespace snapshot {

// Removes the node and every pod bound to it. Nothing recreates these pods here, which becomes an assumption.
void remove_node(Collected& collected, std::string_view name);

// Removes "pod/ml/x", "podgroup/ml/x" (with its members) or "KIND/ml/x" of any owner (with all pods below it). Without
// a namespace, uses default_namespace, else the only namespace with this object. Throws util::Error if nothing matches.
void remove_object(Collected& collected, const std::string& argument, const std::string& default_namespace);

} // namespace snapshot
