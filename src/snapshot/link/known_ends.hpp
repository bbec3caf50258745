// SPDX-License-Identifier: Apache-2.0
// When running pods will have ended, as far as that is known beforehand.
#pragma once

#include "snapshot/collected/collected.hpp"

#include <cstdint>
#include <string>

namespace snapshot {

// --finish [NAMESPACE/]POD=TIME on a settled picture. Throws util::Error where it is malformed, or no such pod runs.
void finish(Collected& collected, const std::string& argument, const std::string& default_namespace);

// Jobs' deadlines, to their pods. On linked lists.
void link_ends(Collected& collected);

} // namespace snapshot
