// SPDX-License-Identifier: Apache-2.0
// Lines of a log that CI runners execute as commands.
#pragma once

#include <string_view>

namespace util {

// True if a line is such a command of GitHub (`::add-mask::`, `##[error]`) or Azure (`##vso[…]`). Leading blanks do not
// matter.
inline bool is_runner_command(std::string_view line) {
  line.remove_prefix(line.find_first_not_of(' ') == std::string_view::npos ? line.size() : line.find_first_not_of(' '));
  return line.starts_with("::") || line.starts_with("##[") || line.starts_with("##vso[");
}

} // namespace util
