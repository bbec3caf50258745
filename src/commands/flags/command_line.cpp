// SPDX-License-Identifier: Apache-2.0
// Finds the command, reads its flags, checks its words.
#include "commands/flags/command_line.hpp"

#include "commands/flags/declared_command.hpp"
#include "commands/line/arguments.hpp"
#include "commands/line/near_misses.hpp"
#include "commands/line/usage_error.hpp"
#include "report/english.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

namespace commands {

namespace {

const Command& command_called(const std::string& name, const std::string& path) {
  if (const Command* command = find_command(name)) { return *command; }
  std::vector<std::string> known;
  for (const Command& command : commands()) { known.emplace_back(command.name); }
  throw UsageError(util::concat("unknown command \"", name, "\" for \"", path, '"'), near_misses(name, known));
}

void refuse_words(const Words& words, const Command& command, const std::string& path) {
  if (words.empty() || command.takes == Takes::Names) { return; }
  const std::string_view instead = command.help->refused_words;
  throw UsageError(util::concat('"', path, "\" takes no names, but got \"", words.front(), '"',
                                instead.empty() ? "" : ": ", instead));
}

// Before the command's name it matters which flags take a value, because a flag could take the name as its value.
// Finding that out requires setting up all commands, so this does it only if flags come first.
std::optional<std::size_t> find_command(const std::vector<std::string>& arguments) {
  if (arguments.empty()) { return std::nullopt; }
  if (!arguments.front().starts_with('-')) { return 0; }
  if (arguments.size() == 1 && (arguments.front() == "--help" || arguments.front() == "-h")) { return std::nullopt; }
  return find_command_word(arguments, every_flag_name());
}

// An unknown flag of this command may be one of others: then the error names them.
void refuse_flag_of_others(const std::vector<std::string>& arguments, const DeclaredCommand& declared) {
  const std::vector<FlagName> own = declared.names();
  ArgumentScanner scanner(arguments, own);
  std::optional<Argument> argument = scanner.next();
  while (argument && argument->kind != Argument::Kind::UnknownFlag) { argument = scanner.next(); }
  if (!argument) { return; }
  const auto is_typed = [&](const FlagDescription& flag) {
    return "--" + flag.names.name == argument->value ||
           (flag.names.letter != '\0' && argument->value == util::concat('-', flag.names.letter));
  };
  std::vector<std::string> takers;
  for (const Command& command : commands()) {
    if (command.section == Section::Gangs && std::ranges::any_of(DeclaredCommand(command).flags(), is_typed)) {
      takers.emplace_back(command.name);
    }
  }
  if (takers.empty()) { return; }
  const std::string_view verb = report::one_or_many(std::ssize(takers), "takes", "take");
  const std::string_view hint = argument->value == "-f" ? "; a saved cluster is given with --from" : "";
  throw UsageError(
      util::concat("unknown flag: ", argument->value, "; ", report::listed(takers), ' ', verb, " it", hint));
}

} // namespace

CommandLine read_command_line(const std::vector<std::string>& arguments, std::string& path) {
  std::vector<std::string> rest = arguments;
  const Command* command = &root_command();
  if (const std::optional<std::size_t> at = find_command(arguments)) {
    command = &command_called(arguments[*at], path);
    util::append(path, util::concat(' ', command->name));
    rest.erase(std::next(rest.begin(), static_cast<std::ptrdiff_t>(*at)));
  }

  DeclaredCommand declared(*command);
  if (command != &root_command()) { refuse_flag_of_others(rest, declared); }
  Typed typed = read_arguments(rest, declared.names());
  declared.read_flags(typed.flags);
  const bool help = declared.help_wanted() || arguments.empty();
  if (!help) { refuse_words(typed.words, *command, path); }
  return {command, help, declared.runner(), std::move(typed.words)};
}

} // namespace commands
