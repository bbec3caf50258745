// SPDX-License-Identifier: Apache-2.0
// kubectl gang help [COMMAND] and kubectl gang options.
#include "commands/command.hpp"
#include "commands/exit_status.hpp"
#include "commands/help.hpp"
#include "commands/near_misses.hpp"
#include "commands/request.hpp"
#include "commands/usage_error.hpp"
#include "util/concat.hpp"

#include <memory>

namespace commands {

extern const HelpText k_help_help, k_options_help;
const HelpText k_help_help = {
    .long_text = "Prints the help of a command, or of the program.",
    .examples = R"(# What explain is for and what it takes
kubectl gang help explain)",
};
const HelpText k_options_help = {
    .long_text = "Lists the options that every command takes.",
    .examples = R"(# Which rules can be chosen, and how?
kubectl gang options)",
};

namespace {

const Command& command_of_topic(const Words& words) {
  if (words.empty()) return root_command();
  if (const Command* command = find_command(words.front())) return *command;
  std::vector<std::string> known;
  for (const Command& command : commands()) known.emplace_back(command.name);
  throw UsageError(util::concat("unknown help topic \"", words.front(), '"'), near_misses(words.front(), known));
}

// Runs `print`; takes the global flags too, since an alias may hold some.
Runner printing(CLI::App& app, void (*print)(const Words&, Session&)) {
  const auto flags = std::make_shared<GlobalFlags>();
  add_flags(app, *flags, Listed::InOptions);
  return [flags, print](const Words& words, Session& session) {
    print(words, session);
    return k_yes;
  };
}

} // namespace

Runner set_up_help(CLI::App& app) {
  return printing(
      app, [](const Words& words, Session& session) { session.out << help_text(command_of_topic(words), session); });
}

Runner set_up_options(CLI::App& app) {
  return printing(app, [](const Words&, Session& session) { session.out << options_text(session); });
}

} // namespace commands
