// SPDX-License-Identifier: Apache-2.0
// Lines of a log that CI runners execute as commands.
//
// GitHub executes a line that begins with `::`, after the blanks of .NET (ActionCommand.TryParseV2). Everywhere in a
// line, GitHub executes `##[` (its TryParse) and the agent of Azure `##vso[` (Command.TryParse). The agent makes texts
// harmless whatever the case of their letters, so case does not count here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace util {

// The position of the first `##[` or `##vso[` that starts at `from` or later; npos: there is none. Escaping its first
// character makes it harmless.
std::size_t find_inline_command(std::string_view text, std::size_t from = 0);

// The position of a `::` that begins the line, after blanks; npos: the line begins with something else.
std::size_t find_line_command(std::string_view line);

// True if the line is such a command, or contains one.
bool is_runner_command(std::string_view line);

// Escapes the first character of every command in these lines: \x3a or \x23.
std::string without_runner_commands(std::string lines);

} // namespace util
