// SPDX-License-Identifier: Apache-2.0
// Definition of a command: a row of the table in commands.cpp.
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

using Words = std::vector<std::string>; // the typed names, without flags

// Runs a command after its flags are read; returns the exit status.
using Runner = std::function<int(const Words& words, Session& session)>;

// The longer texts of a command, defined next to its code.
struct HelpText {
  std::string_view long_text;          // paragraphs, for a user whose job is stuck
  std::string_view examples;           // "# comment" and a command line each, separated by blank lines
  std::string_view refused_words = {}; // if it takes no words: advice for a user who typed one
};

enum class Section { Gangs, Other, Hidden }; // of the list in the program's help
enum class Takes { Names, FlagsOnly };

struct Command {
  std::string_view name;
  std::string_view summary; // one line: the list in the help, completion, the man page's NAME
  std::string_view usage;   // the text after "kubectl gang NAME "
  Section section = Section::Gangs;
  Takes takes = Takes::FlagsOnly;
  const HelpText* help = nullptr;
  // Declares the flags to `app` and returns the function to run after they are read.
  Runner (*set_up)(CLI::App& app) = nullptr;
};

// The table, in the order of the help.
std::span<const Command> commands();

// Null if there is no command of that name.
const Command* find_command(std::string_view name);

// The program itself, for a command line without a command.
const Command& root_command();

} // namespace commands
