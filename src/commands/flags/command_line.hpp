// SPDX-License-Identifier: Apache-2.0
// Turns a typed command line into a command to run.
#pragma once

#include "commands/flags/command.hpp"

#include <string>
#include <vector>

namespace commands {

// One parsed command line.
struct CommandLine {
  const Command* command = nullptr; // root_command() if none was named
  bool help = false;                // print its help and do not call `run`
  Runner run;
  Words words;
};

// Parses the command line. Once the command is known, adds its name to `path` ("kubectl gang" becomes "kubectl gang
// explain"), so that errors can point to its help. Throws UsageError.
CommandLine read_command_line(const std::vector<std::string>& arguments, std::string& path);

} // namespace commands
