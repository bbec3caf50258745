// SPDX-License-Identifier: Apache-2.0
// Permissions of the commands that only read.
#pragma once

#include <string>

namespace commands {

// A ClusterRole, as YAML: list, and no get, for the resources in snapshot::listed_kinds().
std::string cluster_role();

} // namespace commands
