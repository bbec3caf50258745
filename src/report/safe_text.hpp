// SPDX-License-Identifier: Apache-2.0
// The one place that makes text safe for a terminal or a CI log.
#pragma once

#include <string>
#include <string_view>

namespace report {

// Escapes everything in `text` that could control a terminal or give a command to a CI runner (util::visible).
std::string safe(std::string_view text);

// The same for XML and HTML: leaves the commands to with_entities, so that readers get the text itself.
std::string safe_before_entities(std::string_view text);

// Escapes what a CI runner would execute as a command in these lines (`::add-mask::`, `##[error]`), also where it forms
// between two safe texts. Namespaces and names in saved files can contain anything.
std::string without_runner_commands(std::string lines);

} // namespace report
