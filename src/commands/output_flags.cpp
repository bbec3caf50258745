// SPDX-License-Identifier: Apache-2.0
// -o, --no-headers, --color, -q and -v.
#include "commands/output_flags.hpp"

#include "commands/near_misses.hpp"
#include "commands/usage_error.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace commands {

namespace {

[[noreturn]] void refuse_format(const std::string& format) {
  std::vector<std::string> known;
  for (const std::string_view name : report::known_formats()) known.emplace_back(name);
  std::sort(known.begin(), known.end());
  std::string list;
  for (const std::string& name : known) util::append(list, list.empty() ? name : "," + name);
  throw UsageError(util::concat("unable to match a printer suitable for the output format \"", format,
                                "\", allowed formats are: ", list),
                   near_misses(format, known));
}

bool color_on(const std::string& choice, const Session& session, bool is_terminal) {
  if (choice == "auto") return wants_color(session, is_terminal);
  return choice == "always";
}

} // namespace

const std::vector<std::string_view>& known_colors() {
  static const std::vector<std::string_view> k_words = {"auto", "always", "never"};
  return k_words;
}

void add_flags(CLI::App& app, OutputFlags& flags) {
  const FlagGroup group(app, Listed::InHelp);
  group.add_text("-o,--output", flags.format,
                 "Output format. One of: (json, name, wide, yaml). When it is not given: text for people.");
  group.add_switch("--no-headers", flags.no_headers, "When printing a table, don't print headers.");
}

void add_flags(CLI::App& app, MessageFlags& flags) {
  const FlagGroup group(app, Listed::InOptions);
  group.add_choice("--color", flags.color, known_colors(),
                   "When to color: auto (on a terminal, unless NO_COLOR is set), always, never.");
  group.add_switch("-q,--quiet", flags.quiet, "Print the answer and errors only: no warnings, no notes.");
  group.add_number("-v,--v", flags.verbosity, 0,
                   "Verbosity: 1 prints every warning instead of the first ten; 6 and more print the requests to the "
                   "server, with their secrets masked.");
}

Output resolve(const OutputFlags& flags, const MessageFlags& messages, const Session& session) {
  Output output;
  if (!flags.format.empty() && !report::parse_format(flags.format, output.format)) refuse_format(flags.format);
  output.style.color = output.for_people() && color_on(messages.color, session, session.stdout_tty);
  output.style.headers = !flags.no_headers;
  output.style.columns = std::min(session.columns, k_widest_prose);
  return output;
}

Messages resolve(const MessageFlags& flags, const Session& session) {
  Messages messages;
  messages.quiet = flags.quiet;
  messages.verbosity = flags.verbosity.value_or(0);
  messages.all = messages.verbosity > 0;
  messages.color = color_on(flags.color, session, session.stderr_tty);
  return messages;
}

} // namespace commands
