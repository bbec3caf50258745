// SPDX-License-Identifier: Apache-2.0
// From what was typed to what is to be done.
#pragma once

#include "commands/flags/command.hpp"

#include <string>
#include <vector>

namespace commands {

// What one command line asks for.
struct CommandLine {
  const Command* command = nullptr; // root_command() where none was named
  bool help = false;                // its help is wanted; `run` is not to be called
  Runner run;
  Words words;
};

// Reads it. As soon as the command is known, its name is added to `path` ("kubectl gang" becomes "kubectl gang
// explain"), so that errors can say where the help is. Throws UsageError.
CommandLine read_command_line(const std::vector<std::string>& arguments, std::string& path);

} // namespace commands
