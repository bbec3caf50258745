// SPDX-License-Identifier: Apache-2.0
// Identity of this run in Leases and Events.
#pragma once

#include "commands/line/session.hpp"

#include <string>

namespace commands {

// "ada@laptop_5c9f…", new for each run. (Format of client-go leaderelection, with the user in front.)
std::string run_identity(const Session& session);

} // namespace commands
