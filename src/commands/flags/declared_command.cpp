// SPDX-License-Identifier: Apache-2.0
// One CLI11 app per command.
#include "commands/flags/declared_command.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace commands {

DeclaredCommand::DeclaredCommand(const Command& command)
    : m_command(&command), m_help(std::make_unique<bool>(false)), m_app(std::make_unique<CLI::App>()) {
  m_app->set_help_flag(); // the program prints its own, in kubectl's layout
  FlagGroup(*m_app, Listed::InOptions).add_switch("-h,--help", *m_help, "Print the help of the command.");
  m_run = command.set_up(*m_app);
}

DeclaredCommand::~DeclaredCommand() = default;
DeclaredCommand::DeclaredCommand(DeclaredCommand&&) noexcept = default;

std::vector<FlagDescription> DeclaredCommand::flags() const { return describe_flags(*m_app); }
std::vector<FlagName> DeclaredCommand::names() const { return flag_names(*m_app); }

void DeclaredCommand::read_flags(const std::vector<std::string>& flags) {
  std::vector<std::string> reversed(flags.rbegin(), flags.rend()); // CLI11 takes them from the back
  m_app->parse(reversed);
}

std::vector<FlagName> every_flag_name() {
  std::vector<FlagName> all;
  const auto add = [&all](const Command& command) {
    for (FlagName& flag : DeclaredCommand(command).names()) {
      const auto same = [&](const FlagName& other) { return other.name == flag.name; };
      if (std::none_of(all.begin(), all.end(), same)) { all.push_back(std::move(flag)); }
    }
  };
  add(root_command());
  for (const Command& command : commands()) { add(command); }
  return all;
}

} // namespace commands
