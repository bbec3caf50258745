// SPDX-License-Identifier: Apache-2.0
// Permissions of the commands that only read.
#pragma once

#include <string>

namespace commands {

// A ClusterRole, as YAML: no get, list for the resources in snapshot::listed_kinds() and
// further_lists().
std::string cluster_role();

} // namespace commands
