// SPDX-License-Identifier: Apache-2.0
// The bridge to CLI11's options. A callback takes every value as text: CLI11's own conversions read "" as absent, [a,b]
// as a list, and numbers differently from kubectl.
#include "commands/line/flag_group.hpp"

#include "commands/line/usage_error.hpp"
#include "util/concat.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <utility>

namespace commands {

namespace {

// CLI11 carries Listed as the option's group.
constexpr std::pair<Listed, const char*> k_groups[] = {
    {Listed::InHelp, "help"}, {Listed::InOptions, "options"}, {Listed::InBoth, "both"}, {Listed::Nowhere, "nowhere"}};

const char* group_of(Listed listed) {
  for (const auto& [value, name] : k_groups) {
    if (value == listed) { return name; }
  }
  return "";
}

Listed listed_of(const std::string& group) {
  for (const auto& [value, name] : k_groups) {
    if (name == group) { return value; }
  }
  return Listed::InHelp;
}

std::string in_quotes(std::string_view text) { return util::concat('\'', text, '\''); }

// "-n,--namespace" as "-n, --namespace".
std::string for_errors(std::string names) {
  const std::size_t comma = names.find(',');
  return comma == std::string::npos ? names : names.insert(comma + 1, " ");
}

[[noreturn]] void refuse(const char* names, const std::string& value, const std::string& reason) {
  throw UsageError(util::concat("invalid argument \"", value, "\" for \"", for_errors(names), "\" flag: ", reason));
}

std::int32_t read_number(const char* names, const std::string& text, std::int32_t smallest) {
  std::int32_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) { refuse(names, text, "it must be a whole number"); }
  if (number < smallest) { refuse(names, text, util::concat("it must be at least ", smallest)); }
  return number;
}

FlagDescription describe(const CLI::Option& option) {
  FlagDescription flag;
  if (!option.get_snames().empty()) { flag.names.letter = option.get_snames().front().front(); }
  flag.names.name = option.get_lnames().front();
  flag.names.is_switch = option.get_items_expected_max() == 0;
  flag.default_text = option.get_default_str();
  flag.description = option.get_description();
  flag.listed = listed_of(option.get_group());
  return flag;
}

} // namespace

CLI::Option& FlagGroup::finish(CLI::Option& option, const std::string& default_text) const {
  option.group(group_of(m_listed));
  option.multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  option.default_str(default_text);
  return option;
}

void FlagGroup::add_text(const char* names, std::string& target, const char* description) const {
  finish(*m_app.add_option_function<std::string>(
             names, [&target](const std::string& value) { target = value; }, description),
         in_quotes(target));
}

void FlagGroup::add_text(const char* names, std::optional<std::string>& target, const char* description) const {
  finish(*m_app.add_option_function<std::string>(
             names, [&target](const std::string& value) { target = value; }, description),
         "''");
}

void FlagGroup::add_list(const char* names, std::vector<std::string>& target, const char* description) const {
  add_each(
      names, [&target](const std::string& value) { target.push_back(value); }, "[]", description);
}

void FlagGroup::add_switch(const char* names, bool& target, const char* description) const {
  finish(*m_app.add_flag_function(
             names, [&target](std::int64_t value) { target = value > 0; }, description),
         target ? "true" : "false");
}

void FlagGroup::add_number(const char* names, std::optional<std::int32_t>& target, std::int32_t smallest,
                           const char* description, const char* default_text) const {
  finish(
      *m_app.add_option_function<std::string>(
          names, [=, &target](const std::string& value) { target = read_number(names, value, smallest); }, description),
      default_text);
}

void FlagGroup::add_choice(const char* names, std::string& target, const std::vector<std::string_view>& choices,
                           const char* description) const {
  finish(*m_app.add_option_function<std::string>(
             names,
             [=, &target](const std::string& value) {
               if (std::find(choices.begin(), choices.end(), value) == choices.end()) {
                 refuse(names, value, "it must be one of " + util::joined(choices, ", "));
               }
               target = value;
             },
             description),
         in_quotes(target));
}

void FlagGroup::add_each(const char* names, const std::function<void(const std::string&)>& take,
                         const char* default_text, const char* description) const {
  finish(*m_app.add_option_function<std::string>(names, take, description), default_text).trigger_on_parse();
}

std::vector<FlagDescription> describe_flags(const CLI::App& app) {
  std::vector<FlagDescription> flags;
  for (const CLI::Option* option : app.get_options()) {
    if (listed_of(option->get_group()) != Listed::Nowhere) { flags.push_back(describe(*option)); }
  }
  std::sort(flags.begin(), flags.end(),
            [](const FlagDescription& a, const FlagDescription& b) { return a.names.name < b.names.name; });
  return flags;
}

std::vector<FlagName> flag_names(const CLI::App& app) {
  std::vector<FlagName> names;
  for (const CLI::Option* option : app.get_options()) { names.push_back(describe(*option).names); }
  return names;
}

} // namespace commands
