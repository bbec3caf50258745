// SPDX-License-Identifier: Apache-2.0
// The one place where text is made fit for a terminal or a CI log.
#pragma once

#include <string>
#include <string_view>

namespace report {

// `text` without anything that drives a terminal (util::visible).
std::string safe(std::string_view text);

// Whole lines whose beginning a CI runner would take for a command (`::add-mask::`, `##[error]`) get that beginning
// written visibly. Namespaces and names of saved files can hold anything.
std::string without_runner_commands(std::string lines);

} // namespace report
