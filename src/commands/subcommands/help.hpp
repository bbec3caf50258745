// SPDX-License-Identifier: Apache-2.0
// Help texts in kubectl's layout.
#pragma once

#include "commands/flags/command.hpp"

#include <string>
#include <string_view>

namespace commands {

// The help of one command, or of the whole program for root_command().
std::string help_text(const Command& command, const Session& session);

// `kubectl gang options`: the flags that every command takes.
std::string options_text(const Session& session);

// Breaks each line of `text` at blanks to fit into `columns`. Every new line begins with `indent` ('\t' counts as 8).
// Lines that begin with a blank are code and stay unchanged.
std::string wrapped(std::string_view text, std::string_view indent, int columns);

} // namespace commands
