// SPDX-License-Identifier: Apache-2.0
// Version of the program.
#pragma once

#include <string>
#include <string_view>

namespace commands {

std::string_view tool_version(); // "v0.1.0"
std::string version_line();      // "kubectl-gang v0.1.0"

} // namespace commands
