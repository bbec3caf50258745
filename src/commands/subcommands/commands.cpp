// SPDX-License-Identifier: Apache-2.0
// The table of commands. A new command is one file, which defines its help and set-up, and one row here.
#include "commands/flags/command.hpp"

#include <algorithm>
#include <array>

namespace commands {

extern const HelpText k_explain_help, k_dry_run_help, k_queue_help, k_bind_help, k_snapshot_help, k_lint_help,
    k_verify_help;
Runner set_up_explain(CLI::App& app);
Runner set_up_dry_run(CLI::App& app);
Runner set_up_queue(CLI::App& app);
Runner set_up_bind(CLI::App& app);
Runner set_up_snapshot(CLI::App& app);
Runner set_up_lint(CLI::App& app);
Runner set_up_verify(CLI::App& app);

extern const HelpText k_root_help, k_completion_help, k_help_help, k_options_help, k_version_help;
Runner set_up_root(CLI::App& app);
Runner set_up_completion(CLI::App& app);
Runner set_up_help(CLI::App& app);
Runner set_up_options(CLI::App& app);
Runner set_up_version(CLI::App& app);

namespace {

// clang-format off
constexpr std::array k_commands = {
    Command{"explain", "Say why a group of pods is pending, and try what would help", "[NAME ...] [options]",
            Section::Gangs, Takes::Names, &k_explain_help, set_up_explain},
    Command{"dry-run", "Say whether a manifest's groups would start if you applied it now", "-f FILENAME [options]",
            Section::Gangs, Takes::FlagsOnly, &k_dry_run_help, set_up_dry_run},
    Command{"queue", "Show the order in which the scheduler tries everything", "[options]",
            Section::Gangs, Takes::FlagsOnly, &k_queue_help, set_up_queue},
    Command{"bind", "Carry the plan out once: bind whole groups, or nothing", "[NAME ...] [options]",
            Section::Gangs, Takes::Names, &k_bind_help, set_up_bind},
    Command{"lint", "Find groups that can never start as declared", "[NAME ...] [-f FILENAME] [options]",
            Section::Gangs, Takes::Names, &k_lint_help, set_up_lint},
    Command{"verify", "Check the proof in a report against the cluster", "REPORT [options]",
            Section::Gangs, Takes::Names, &k_verify_help, set_up_verify},
    Command{"snapshot", "Save a small, shareable snapshot of the cluster", "-o FILENAME [options]",
            Section::Gangs, Takes::FlagsOnly, &k_snapshot_help, set_up_snapshot},

    Command{"completion", "Print the completion script for bash, zsh or fish", "SHELL",
            Section::Other, Takes::Names, &k_completion_help, set_up_completion},
    Command{"help", "Print the help of a command", "[COMMAND]",
            Section::Hidden, Takes::Names, &k_help_help, set_up_help},
    Command{"options", "List the options that every command takes", "",
            Section::Other, Takes::FlagsOnly, &k_options_help, set_up_options},
    Command{"version", "Print the version", "[options]",
            Section::Other, Takes::FlagsOnly, &k_version_help, set_up_version},
};

constexpr Command k_root = {"", "Explain and predict gang scheduling", "COMMAND [flags] [options]",
                            Section::Hidden, Takes::Names, &k_root_help, set_up_root};
// clang-format on

} // namespace

std::span<const Command> commands() { return k_commands; }

const Command& root_command() { return k_root; }

const Command* find_command(std::string_view name) {
  const auto found =
      std::find_if(k_commands.begin(), k_commands.end(), [&](const Command& command) { return command.name == name; });
  return found == k_commands.end() ? nullptr : &*found;
}

} // namespace commands
