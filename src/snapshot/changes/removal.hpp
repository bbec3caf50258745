// SPDX-License-Identifier: Apache-2.0
// --remove-node and --without: the picture without some of its objects.
#pragma once

#include "snapshot/collected/collected.hpp"

#include <string>
#include <string_view>

namespace snapshot {

// The node and every pod that is bound to it: nothing re-creates them here, which becomes an assumption.
void remove_node(Collected& collected, std::string_view name);

// "pod/ml/x", "podgroup/ml/x" (with its members) or "KIND/ml/x" of any owner (with all pods below it); without a
// namespace: default_namespace, else the only namespace that has it. Throws util::Error where nothing is named so.
void remove_object(Collected& collected, const std::string& argument, const std::string& default_namespace);

} // namespace snapshot
