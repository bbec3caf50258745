// SPDX-License-Identifier: Apache-2.0
// Converts arguments in kubectl's syntax to the one spelling that CLI11 reads without surprises.
//
// kubectl reads flags with pflag: -n=ml, -nml, -n ml, --namespace=ml, --namespace= (empty) and -Aq all work, a flag
// without a value never takes the next word, `--` ends flags. CLI11 2.1 keeps the = of -n=ml, lets --namespace= take
// the next word, and accepts other spellings of true.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace commands {

// The properties of a flag that the reader needs.
struct FlagName {
  char letter = '\0';     // -n; '\0': none
  std::string name;       // --namespace
  bool is_switch = false; // takes a value only as --flag=value

  // "-n, --namespace", the form in pflag's errors.
  std::string text() const;
};

struct Argument {
  enum class Kind { Word, Flag, UnknownFlag, MissingValue } kind = Kind::Word;
  const FlagName* flag = nullptr; // Flag, MissingValue
  std::string value;         // Word: itself. Flag: its value ("true" for a bare switch). UnknownFlag: "--foo", "-x"
  std::size_t index = 0;     // of the argument in which it begins
  bool after_dashes = false; // Word after `--`
};

// Reads arguments one by one. Both must outlive the scanner.
class ArgumentScanner {
 public:
  ArgumentScanner(const std::vector<std::string>& arguments, const std::vector<FlagName>& flags)
      : m_arguments(arguments), m_flags(flags) {}
  std::optional<Argument> next(); // nullopt: all read

 private:
  Argument long_flag(std::string_view text);
  Argument letter_flag();
  Argument with_next_word(const FlagName& flag);

  const std::vector<std::string>& m_arguments;
  const std::vector<FlagName>& m_flags;
  std::size_t m_next = 0;     // the next argument
  std::string_view m_letters; // the rest of a cluster such as -Aqn
  bool m_only_words = false;  // true after `--`
};

struct Typed {
  std::vector<std::string> flags; // "--namespace", "ml", "--all-namespaces=true"
  std::vector<std::string> words;
};

// Throws UsageError for an unknown flag (with near misses), a missing value, and a switch's value that pflag rejects.
Typed read_arguments(const std::vector<std::string>& arguments, const std::vector<FlagName>& flags);

// Index of the command's name: the first word that is no flag's value. nullopt if there is none. Throws UsageError if
// an unknown flag comes first, because the next word may or may not be its value.
std::optional<std::size_t> find_command_word(const std::vector<std::string>& arguments,
                                             const std::vector<FlagName>& flags);

// pflag's spellings of a boolean: 1 t T true True TRUE 0 f F false False FALSE.
std::optional<bool> parse_bool(std::string_view text);

} // namespace commands
