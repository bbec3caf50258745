// SPDX-License-Identifier: Apache-2.0
// The shells' completion scripts, byte for byte the files of completions/.
#pragma once

#include <string_view>

namespace commands {

extern const std::string_view k_bash_script, k_zsh_script, k_fish_script;

} // namespace commands
