// SPDX-License-Identifier: Apache-2.0
// Completion values for the flags of lint.
#pragma once

#include <string_view>
#include <vector>

namespace commands {

const std::vector<std::string_view>& known_levels();

} // namespace commands
