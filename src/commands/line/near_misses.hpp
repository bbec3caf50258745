// SPDX-License-Identifier: Apache-2.0
// "Did you mean this?": the known words that the user may have meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace commands {

// The words of `known` that begin with `word`; if there are none, the one that differs by a typing error.
std::vector<std::string> near_misses(std::string_view word, const std::vector<std::string>& known);

} // namespace commands
