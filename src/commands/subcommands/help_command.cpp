// SPDX-License-Identifier: Apache-2.0
// kubectl gang help [COMMAND] and kubectl gang options.
#include "commands/flags/command.hpp"
#include "commands/line/exit_status.hpp"
#include "commands/line/near_misses.hpp"
#include "commands/line/usage_error.hpp"
#include "commands/reading/access.hpp"
#include "commands/reading/request.hpp"
#include "commands/subcommands/help.hpp"
#include "util/concat.hpp"

#include <memory>

namespace commands {

extern const HelpText k_help_help, k_options_help;
const HelpText k_help_help = {
    .long_text = "Prints the help of a command, or of the program.",
    .examples = R"(# What does explain do, and which flags does it have?
kubectl gang help explain)",
};
const HelpText k_options_help = {
    .long_text =
        "Lists the options that every command takes, and the permissions that the commands need in a live cluster.",
    .examples = R"(# Which flags choose the scheduling rules?
kubectl gang options

# Create the ClusterRole that the commands need
kubectl gang options --cluster-role | kubectl apply -f -)",
};

namespace {

const Command& command_of_topic(const Words& words) {
  if (words.empty()) { return root_command(); }
  if (const Command* command = find_command(words.front())) { return *command; }
  std::vector<std::string> known;
  for (const Command& command : commands()) { known.emplace_back(command.name); }
  throw UsageError(util::concat("unknown help topic \"", words.front(), '"'), near_misses(words.front(), known));
}

// Runs `print`. Also accepts the global flags, because an alias may contain some.
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
  struct Flags {
    GlobalFlags global;
    bool cluster_role = false;
  };
  const auto flags = std::make_shared<Flags>();
  add_flags(app, flags->global, Listed::InOptions);
  FlagGroup(app, Listed::InHelp)
      .add_switch("--cluster-role", flags->cluster_role, "Print only the ClusterRole that the commands need, as YAML.");
  return [flags](const Words&, Session& session) {
    if (flags->cluster_role) {
      session.out << cluster_role();
      return k_yes;
    }
    session.out << options_text(session)
                << "\nIn a live cluster the commands only list what this role allows. If the server\n"
                   "denies a list, the answer leaves it out and says so.\n\n"
                << cluster_role();
    return k_yes;
  };
}

} // namespace commands
