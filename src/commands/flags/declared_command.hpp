// SPDX-License-Identifier: Apache-2.0
// A command with its flags declared, for describing them (help, completion) or reading a command line.
#pragma once

#include "commands/flags/command.hpp"
#include "commands/line/flag_group.hpp"

#include <memory>
#include <string>
#include <vector>

namespace commands {

class DeclaredCommand {
 public:
  explicit DeclaredCommand(const Command& command);
  ~DeclaredCommand();
  DeclaredCommand(DeclaredCommand&&) noexcept;

  const Command& command() const { return *m_command; }
  std::vector<FlagDescription> flags() const;
  std::vector<FlagName> names() const;

  // Stores the flags (as read_arguments spells them) in the command's own Flags. At most once.
  void read_flags(const std::vector<std::string>& flags);
  bool help_wanted() const { return *m_help; } // -h
  const Runner& runner() const { return m_run; }

 private:
  const Command* m_command;
  std::unique_ptr<bool> m_help; // m_app keeps its address
  std::unique_ptr<CLI::App> m_app;
  Runner m_run;
};

// The flags of all commands, without duplicates: those that may precede the command's name.
std::vector<FlagName> every_flag_name();

} // namespace commands
