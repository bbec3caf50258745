// SPDX-License-Identifier: Apache-2.0
// The one place that makes text safe for a terminal or a CI log.
#include "report/safe_text.hpp"

#include "util/runner_commands.hpp"
#include "util/terminal_text.hpp"

#include <algorithm>

namespace report {

std::string safe(std::string_view text) { return util::visible(text); }

std::string without_runner_commands(std::string lines) {
  for (std::size_t start = 0; start < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', start), lines.size());
    if (util::is_runner_command(std::string_view(lines).substr(start, end - start))) {
      const std::size_t mark = lines.find_first_not_of(' ', start);
      lines.replace(mark, 1, lines[mark] == ':' ? "\\x3a" : "\\x23");
    }
    start = lines.find('\n', start);
    start = start == std::string::npos ? lines.size() : start + 1;
  }
  return lines;
}

} // namespace report
