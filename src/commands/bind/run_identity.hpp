// SPDX-License-Identifier: Apache-2.0
// Who we are among all that hold Leases and write Events.
#pragma once

#include "commands/line/session.hpp"

#include <string>

namespace commands {

// "ada@laptop_5c9f…", another one each time. (client-go leaderelection's way, with the user in front)
std::string run_identity(const Session& session);

} // namespace commands
