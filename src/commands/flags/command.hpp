// SPDX-License-Identifier: Apache-2.0
// What a command is: a row of the table in commands.cpp.
#pragma once

#include "commands/line/session.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace commands {

using Words = std::vector<std::string>; // what was typed besides flags: names

// Runs a command whose flags have been read; returns the exit status.
using Runner = std::function<int(const Words& words, Session& session)>;

// The longer texts of a command, written where the command is.
struct HelpText {
  std::string_view long_text;          // paragraphs, for somebody whose job is stuck
  std::string_view examples;           // "# comment" and a command line each, separated by blank lines
  std::string_view refused_words = {}; // where it takes no words: what somebody who gave one should do
};

enum class Section { Gangs, Other, Hidden }; // of the list in the program's help
enum class Takes { Names, FlagsOnly };

struct Command {
  std::string_view name;
  std::string_view summary; // one line: the list in the help, completion, the man page's NAME
  std::string_view usage;   // what follows "kubectl gang NAME "
  Section section = Section::Gangs;
  Takes takes = Takes::FlagsOnly;
  const HelpText* help = nullptr;
  // Declares the flags to `app` and returns what runs once they are read.
  Runner (*set_up)(CLI::App& app) = nullptr;
};

// The table, in the order of the help.
std::span<const Command> commands();

// Null where there is none of that name.
const Command* find_command(std::string_view name);

// The program itself, for a command line that names no command.
const Command& root_command();

} // namespace commands
