// SPDX-License-Identifier: Apache-2.0
// The one place that makes text safe for a terminal or a CI log.
#pragma once

#include <string>
#include <string_view>

namespace report {

// Escapes everything in `text` that could control a terminal (util::visible).
std::string safe(std::string_view text);

// Escapes the start of lines that a CI runner would execute as a command (`::add-mask::`, `##[error]`). Namespaces and
// names in saved files can contain anything.
std::string without_runner_commands(std::string lines);

} // namespace report
