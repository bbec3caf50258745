// SPDX-License-Identifier: Apache-2.0
// Reads a command line like pflag (github.com/spf13/pflag, FlagSet.parseArgs).
#include "commands/line/arguments.hpp"

#include "commands/line/near_misses.hpp"
#include "commands/line/usage_error.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>

namespace commands {

namespace {

// kubectl accepts --all_namespaces for --all-namespaces.
std::string with_dashes(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '_', '-');
  return out;
}

const FlagName* find(const std::vector<FlagName>& flags, std::string_view name) {
  const std::string wanted = with_dashes(name);
  const auto found =
      std::find_if(flags.begin(), flags.end(), [&](const FlagName& flag) { return flag.name == wanted; });
  return found == flags.end() ? nullptr : &*found;
}

const FlagName* find(const std::vector<FlagName>& flags, char letter) {
  const auto found =
      std::find_if(flags.begin(), flags.end(), [&](const FlagName& flag) { return flag.letter == letter; });
  return found == flags.end() ? nullptr : &*found;
}

Argument flag_with(const FlagName& flag, std::string_view value) {
  return {Argument::Kind::Flag, &flag, std::string(value)};
}

Argument unknown(std::string text) { return {Argument::Kind::UnknownFlag, nullptr, std::move(text)}; }

[[noreturn]] void refuse_unknown(const std::string& flag, const std::vector<FlagName>& flags) {
  std::vector<std::string> known;
  for (const FlagName& each : flags) { known.push_back("--" + each.name); }
  const bool is_long = flag.starts_with("--");
  const std::string kind = is_long ? "unknown flag: " : "unknown shorthand flag: ";
  throw UsageError(kind + flag, is_long ? near_misses(flag, known) : std::vector<std::string>());
}

void append(Typed& typed, const Argument& argument) {
  const FlagName& flag = *argument.flag;
  if (!flag.is_switch) {
    typed.flags.push_back("--" + flag.name);
    typed.flags.push_back(argument.value);
    return;
  }
  const std::optional<bool> value = parse_bool(argument.value);
  if (!value) {
    throw UsageError(
        util::concat("invalid argument \"", argument.value, "\" for \"", flag.text(), "\" flag: say true or false"));
  }
  typed.flags.push_back(util::concat("--", flag.name, *value ? "=true" : "=false"));
}

} // namespace

std::string FlagName::text() const { return letter == '\0' ? "--" + name : util::concat('-', letter, ", --", name); }

std::optional<bool> parse_bool(std::string_view text) {
  static constexpr std::array<std::string_view, 6> k_true = {"1", "t", "T", "true", "True", "TRUE"};
  static constexpr std::array<std::string_view, 6> k_false = {"0", "f", "F", "false", "False", "FALSE"};
  if (std::find(k_true.begin(), k_true.end(), text) != k_true.end()) { return true; }
  if (std::find(k_false.begin(), k_false.end(), text) != k_false.end()) { return false; }
  return std::nullopt;
}

std::optional<Argument> ArgumentScanner::next() {
  if (m_letters.empty() && m_next == m_arguments.size()) { return std::nullopt; }
  const std::size_t index = m_letters.empty() ? m_next : m_next - 1;
  Argument argument;
  if (!m_letters.empty()) {
    argument = letter_flag();
  } else {
    const std::string_view text = m_arguments[m_next++];
    if (m_only_words || text.size() < 2 || text[0] != '-') {
      argument.value = text;
      argument.after_dashes = m_only_words;
    } else if (text == "--") {
      m_only_words = true;
      return next();
    } else if (text[1] == '-') {
      argument = long_flag(text.substr(2));
    } else {
      m_letters = text.substr(1);
      argument = letter_flag();
    }
  }
  argument.index = index;
  return argument;
}

Argument ArgumentScanner::with_next_word(const FlagName& flag) {
  if (m_next == m_arguments.size()) { return {Argument::Kind::MissingValue, &flag, ""}; }
  return flag_with(flag, m_arguments[m_next++]);
}

Argument ArgumentScanner::long_flag(std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  const FlagName* flag = find(m_flags, name);
  if (flag == nullptr) { return unknown(util::concat("--", name)); }
  if (equals != std::string_view::npos) { return flag_with(*flag, text.substr(equals + 1)); }
  return flag->is_switch ? flag_with(*flag, "true") : with_next_word(*flag);
}

Argument ArgumentScanner::letter_flag() {
  const char letter = m_letters.front();
  m_letters.remove_prefix(1);
  const FlagName* flag = find(m_flags, letter);
  if (flag == nullptr) {
    m_letters = {};
    return unknown(util::concat('-', letter));
  }
  const bool has_equals = m_letters.starts_with('=');
  if (flag->is_switch && !has_equals) { return flag_with(*flag, "true"); }
  if (m_letters.empty()) { return with_next_word(*flag); }
  const std::string_view value = m_letters.substr(has_equals ? 1 : 0);
  m_letters = {};
  return flag_with(*flag, value);
}

Typed read_arguments(const std::vector<std::string>& arguments, const std::vector<FlagName>& flags) {
  Typed typed;
  ArgumentScanner scanner(arguments, flags);
  while (const std::optional<Argument> argument = scanner.next()) {
    switch (argument->kind) {
    case Argument::Kind::Word:
      typed.words.push_back(argument->value);
      break;
    case Argument::Kind::Flag:
      append(typed, *argument);
      break;
    case Argument::Kind::UnknownFlag:
      refuse_unknown(argument->value, flags);
    case Argument::Kind::MissingValue:
      throw UsageError("flag needs an argument: " + argument->flag->text());
    }
  }
  return typed;
}

std::optional<std::size_t> find_command_word(const std::vector<std::string>& arguments,
                                             const std::vector<FlagName>& flags) {
  ArgumentScanner scanner(arguments, flags);
  while (const std::optional<Argument> argument = scanner.next()) {
    if (argument->kind == Argument::Kind::UnknownFlag) { refuse_unknown(argument->value, flags); }
    if (argument->kind == Argument::Kind::Word) { return argument->index; }
  }
  return std::nullopt;
}

} // namespace commands
