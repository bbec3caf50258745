// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace commands {

const std::vector<std::string_view>& known_dry_runs(); // of bind --dry-run

} // namespace commands
