// SPDX-License-Identifier: Apache-2.0
// Reads an unfinished command line and offers continuations.
#include "commands/subcommands/complete.hpp"

#include "commands/flags/connection_flags.hpp"
#include "commands/flags/declared_command.hpp"
#include "commands/line/arguments.hpp"
#include "commands/line/exit_status.hpp"
#include "commands/subcommands/completion_values.hpp"
#include "util/concat.hpp"
#include "util/runner_commands.hpp"

#include <algorithm>
#include <optional>

namespace commands {

namespace {

// The readable part of the unfinished command line.
struct Unfinished {
  TypedBefore before;
  const FlagName* awaiting = nullptr; // the flag whose value is the word at the cursor
  bool only_words = false;            // true after `--`
};

// Removes the first word that is no flag's value from `words`. Null if it names no command. Also null after an unknown
// flag, because the next word may or may not be its value.
const Command* take_command(Words& words) {
  const std::vector<FlagName> flags = every_flag_name();
  ArgumentScanner scanner(words, flags);
  while (const std::optional<Argument> argument = scanner.next()) {
    if (argument->kind == Argument::Kind::UnknownFlag) { return nullptr; }
    if (argument->kind != Argument::Kind::Word) { continue; }
    const Command* command = find_command(argument->value);
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(argument->index));
    return command;
  }
  return &root_command();
}

void note_flag(const Argument& argument, TypedBefore& before) {
  if (argument.flag->name == "from") { before.sources.push_back(argument.value); }
  if (argument.flag->name == "kubeconfig") { before.kubeconfig = argument.value; }
  if (argument.flag->name == "namespace") { before.namespace_name = argument.value; }
  if (argument.flag->name == "all-namespaces") { before.all_namespaces = parse_bool(argument.value).value_or(true); }
}

// nullopt for an unknown flag: the command would reject the line.
std::optional<Unfinished> read_unfinished(const Words& words, const std::vector<FlagName>& flags,
                                          const Command& command, const Session& session) {
  Unfinished out;
  out.before.environment = environment_of(session);
  out.before.command = &command;
  out.only_words = std::find(words.begin(), words.end(), "--") != words.end();
  ArgumentScanner scanner(words, flags);
  while (const std::optional<Argument> argument = scanner.next()) {
    if (argument->kind == Argument::Kind::UnknownFlag) { return std::nullopt; }
    if (argument->kind == Argument::Kind::Word) { out.before.words.push_back(argument->value); }
    if (argument->kind == Argument::Kind::Flag) { note_flag(*argument, out.before); }
    if (argument->kind == Argument::Kind::MissingValue) { out.awaiting = argument->flag; }
  }
  return out;
}

// "Read the cluster from this file": the start of a description, short enough for a list.
std::string first_words(const std::string& description) {
  return description.substr(0, description.find_first_of(".:"));
}

Candidates flags_of(const DeclaredCommand& declared) {
  Candidates out;
  for (const FlagDescription& flag : declared.flags()) {
    out.list.push_back({"--" + flag.names.name, first_words(flag.description)});
    if (flag.names.letter != '\0') {
      out.list.push_back({util::concat('-', flag.names.letter), first_words(flag.description)});
    }
  }
  return out;
}

// The value that the user is typing in --flag=VALUE or -f=VALUE.
Candidates values_behind_equals(std::string_view flag, const std::vector<FlagName>& flags, const TypedBefore& before) {
  const auto typed = [&](const FlagName& each) {
    return flag == "--" + each.name || (each.letter != '\0' && flag == util::concat('-', each.letter));
  };
  const auto found = std::find_if(flags.begin(), flags.end(), typed);
  if (found == flags.end()) { return {}; }
  if (found->is_switch) { return {{{"true"}, {"false"}}, k_no_files}; }
  return values_of_flag(found->name, before);
}

// Filters here, because kubectl does not and not every shell does.
Candidates beginning_with(std::string_view prefix, Candidates candidates) {
  if (candidates.directive == k_file_endings) { return candidates; } // these are no words
  std::erase_if(candidates.list, [&](const Candidate& candidate) { return !candidate.text.starts_with(prefix); });
  return candidates;
}

// The words that can follow `typed` in place of `partial`.
Candidates candidates_behind(Words typed, const std::string& partial, const Session& session) {
  const Command* command = take_command(typed);
  if (command == nullptr) { return {}; }
  const DeclaredCommand declared(*command);
  const std::vector<FlagName> flags = declared.names();
  const std::optional<Unfinished> line = read_unfinished(typed, flags, *command, session);
  if (!line) { return {}; }
  if (line->awaiting != nullptr) { return beginning_with(partial, values_of_flag(line->awaiting->name, line->before)); }
  if (line->only_words || !partial.starts_with('-')) {
    return beginning_with(partial, words_of_command(line->before, partial));
  }
  const std::size_t equals = partial.find('=');
  if (equals == std::string::npos) { return beginning_with(partial, flags_of(declared)); }
  const Candidates values = values_behind_equals(partial.substr(0, equals), flags, line->before);
  return beginning_with(partial.substr(equals + 1), values);
}

// Drops characters that a terminal or the protocol could misread.
std::string one_line(std::string text) {
  std::erase_if(text, [](char character) { return static_cast<unsigned char>(character) < 0x20 || character == 0x7f; });
  return text;
}

void print(const Candidates& candidates, Descriptions descriptions, Session& session) {
  for (const auto& [text, description] : candidates.list) {
    const std::string shown = one_line(text);
    if (shown.empty() || shown.front() == ':' || util::is_runner_command(shown)) { continue; }
    session.out << shown;
    if (descriptions == Descriptions::Print && !description.empty()) { session.out << '\t' << one_line(description); }
    session.out << '\n';
  }
  session.out << ':' << static_cast<int>(candidates.directive) << '\n';
}

} // namespace

int complete(const Words& words, Descriptions descriptions, Session& session) {
  Words typed = words;
  std::string partial;
  if (!typed.empty()) {
    partial = typed.back();
    typed.pop_back();
  }
  print(candidates_behind(std::move(typed), partial, session), descriptions, session);
  return k_yes;
}

} // namespace commands
