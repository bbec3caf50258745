// SPDX-License-Identifier: Apache-2.0
// "Did you mean this?": the known words that somebody may have meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace commands {

// The words of `known` that begin with `word`; where there are none, the one that a slip of the finger turns into it.
std::vector<std::string> near_misses(std::string_view word, const std::vector<std::string>& known);

} // namespace commands
