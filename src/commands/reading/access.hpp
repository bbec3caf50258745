// SPDX-License-Identifier: Apache-2.0
// What the commands that only read need to be allowed.
#pragma once

#include <string>

namespace commands {

// A ClusterRole, as YAML: get nothing, list what snapshot::listed_kinds() names.
std::string cluster_role();

} // namespace commands
