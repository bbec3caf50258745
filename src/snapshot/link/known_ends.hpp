// SPDX-License-Identifier: Apache-2.0
// Known end times of running pods.
#pragma once

#include "snapshot/collected/collected.hpp"

#include <cstdint>
#include <string>

namespace snapshot {

// Applies --finish [NAMESPACE/]POD=TIME to a settled snapshot. Throws util::Error if it is malformed, or if no such pod
// runs.
void finish(Collected& collected, const std::string& argument, const std::string& default_namespace);

// Copies the deadlines of Jobs to their pods. Needs linked lists.
void link_ends(Collected& collected);

} // namespace snapshot
