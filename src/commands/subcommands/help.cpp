// SPDX-License-Identifier: Apache-2.0
// kubectl's layout of help (k8s.io/kubectl pkg/util/templates), made from the table of commands and their flags.
#include "commands/subcommands/help.hpp"

#include "commands/flags/declared_command.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

namespace commands {

namespace {

// Texts contain "kubectl gang"; this replaces it if the program has another name.
std::string in_own_name(std::string_view text, const Session& session) {
  constexpr std::string_view k_name = "kubectl gang";
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t found = std::min(text.find(k_name, at), text.size());
    out += text.substr(at, found - at);
    if (found < text.size()) { out += session.program; }
    at = found + k_name.size();
  }
  return out;
}

// A very narrow window wraps the lines itself: breaks at every word would be worse.
int prose_columns(const Session& session) { return std::clamp(session.columns, 60, k_widest_prose); }

std::string examples_section(const Command& command, const Session& session) {
  if (command.help->examples.empty()) { return ""; }
  return "Examples:\n" + wrapped(in_own_name(command.help->examples, session), "  ", 1 << 20) + '\n';
}

std::string commands_section(std::string_view title, Section section) {
  constexpr std::size_t k_width = 13; // of the longest name and a gap
  std::string out = util::concat(title, ":\n");
  for (const Command& command : commands()) {
    if (command.section != section) { continue; }
    const std::string gap(k_width - command.name.size(), ' ');
    util::append(out, util::concat("  ", command.name, gap, command.summary, '\n'));
  }
  return out + '\n';
}

std::string flag_section(const FlagDescription& flag, int columns) {
  const std::string letter = flag.names.letter == '\0' ? "" : util::concat('-', flag.names.letter, ", ");
  return util::concat("    ", letter, "--", flag.names.name, '=', flag.default_text, ":\n",
                      wrapped(flag.description, "\t", columns), '\n');
}

std::string options_section(const std::vector<FlagDescription>& flags, const Session& session) {
  std::string out;
  for (const FlagDescription& flag : flags) {
    if (flag.listed != Listed::InHelp && flag.listed != Listed::InBoth) { continue; }
    out += flag_section(flag, prose_columns(session));
  }
  return out.empty() ? out : "Options:\n" + out;
}

std::string usage_section(const Command& command, const Session& session) {
  const std::string name = command.name.empty() ? "" : util::concat(' ', command.name);
  const std::string rest = command.usage.empty() ? "" : util::concat(' ', command.usage);
  return util::concat("Usage:\n  ", session.program, name, rest, "\n\n");
}

std::string footer(const Command& command, const Session& session) {
  const std::string more =
      command.name.empty()
          ? util::concat("Use \"", session.program, " <command> --help\" for more information about a given command.\n")
          : "";
  return util::concat(more, "Use \"", session.program,
                      " options\" for a list of global command-line options (applies to all commands).\n");
}

} // namespace

std::string help_text(const Command& command, const Session& session) {
  std::string out = wrapped(in_own_name(command.help->long_text, session), "", prose_columns(session)) + '\n';
  out += examples_section(command, session);
  if (command.name.empty()) {
    out += commands_section("Gang Commands", Section::Gangs);
    out += commands_section("Other Commands", Section::Other);
  }
  out += options_section(DeclaredCommand(command).flags(), session);
  out += usage_section(command, session);
  return out + footer(command, session);
}

std::string options_text(const Session& session) {
  std::string out = "The following options can be passed to any command:\n\n";
  for (const FlagDescription& flag : DeclaredCommand(root_command()).flags()) {
    if (flag.listed == Listed::InOptions || flag.listed == Listed::InBoth) {
      out += flag_section(flag, prose_columns(session));
    }
  }
  out.pop_back(); // the blank line after the last flag
  return out;
}

std::string wrapped(std::string_view text, std::string_view indent, int columns) {
  const std::size_t width = static_cast<std::size_t>(columns) - (indent == "\t" ? 8 : indent.size());
  std::string out;
  while (!text.empty()) {
    const std::size_t line_end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, line_end);
    text.remove_prefix(std::min(line_end + 1, text.size()));
    do {
      std::size_t cut = line.size();
      if (cut > width && !line.starts_with(' ')) {
        cut = line.rfind(' ', width);
        if (cut == std::string_view::npos) { cut = std::min(line.find(' '), line.size()); }
      }
      if (cut > 0) { util::append(out, indent); }
      util::append(out, line.substr(0, cut));
      out += '\n';
      line.remove_prefix(std::min(cut + 1, line.size()));
    } while (!line.empty());
  }
  return out;
}

} // namespace commands
