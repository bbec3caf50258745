// SPDX-License-Identifier: Apache-2.0
// The one place that makes text safe for a terminal or a CI log.
#include "report/safe_text.hpp"

#include "util/runner_commands.hpp"
#include "util/terminal_text.hpp"

#include <utility>

namespace report {

std::string safe(std::string_view text) { return util::visible(text); }

std::string safe_before_entities(std::string_view text) { return util::visible_characters(text); }

std::string without_runner_commands(std::string lines) { return util::without_runner_commands(std::move(lines)); }

} // namespace report
