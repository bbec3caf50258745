// SPDX-License-Identifier: Apache-2.0
// What CI runners take for orders when it stands in a log.
#pragma once

#include <string_view>

namespace util {

// Whether a line is one: GitHub's (`::add-mask::`, `##[error]`) and Azure's (`##vso[…]`), which are looked for after
// leading blanks.
inline bool is_runner_command(std::string_view line) {
  line.remove_prefix(line.find_first_not_of(' ') == std::string_view::npos ? line.size() : line.find_first_not_of(' '));
  return line.starts_with("::") || line.starts_with("##[") || line.starts_with("##vso[");
}

} // namespace util
