// SPDX-License-Identifier: Apache-2.0
// Declares flags to CLI11 with kubectl's behaviour: the last of a repeated flag wins, a list grows by one value per
// occurrence, values are checked when they are read, and the help shows each default.
#pragma once

#include "commands/line/arguments.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace commands {

// Lists that show a flag: the command's own help, `kubectl gang options`, both, or none (flags for tests).
enum class Listed { InHelp, InOptions, InBoth, Nowhere };

// `names` is "-n,--namespace" or "--from". Targets contain the defaults and must outlive the parse.
class FlagGroup {
 public:
  FlagGroup(CLI::App& app, Listed listed) : m_app(app), m_listed(listed) {}

  void add_text(const char* names, std::string& target, const char* description) const;
  void add_text(const char* names, std::optional<std::string>& target, const char* description) const;
  void add_list(const char* names, std::vector<std::string>& target, const char* description) const;
  void add_switch(const char* names, bool& target, const char* description) const;
  void add_number(const char* names, std::optional<std::int32_t>& target, std::int32_t smallest,
                  const char* description, const char* default_text = "0") const;
  void add_choice(const char* names, std::string& target, const std::vector<std::string_view>& choices,
                  const char* description) const;
  // Calls `take` for each occurrence, in the order of the command line, across all flags.
  void add_each(const char* names, const std::function<void(const std::string&)>& take, const char* default_text,
                const char* description) const;

 private:
  CLI::Option& finish(CLI::Option& option, const std::string& default_text) const;

  CLI::App& m_app;
  Listed m_listed;
};

// One flag for help, completion and the man page test.
struct FlagDescription {
  FlagName names;
  std::string default_text; // 'gone', false, []
  std::string description;
  Listed listed = Listed::InHelp;
};

// All flags of `app` that any list shows, sorted by name, like in kubectl.
std::vector<FlagDescription> describe_flags(const CLI::App& app);
// All names that a user can type.
std::vector<FlagName> flag_names(const CLI::App& app);

} // namespace commands
