// SPDX-License-Identifier: Apache-2.0
// -o, --no-headers, --color, -q and -v.
#include "commands/flags/output_flags.hpp"

#include "commands/line/near_misses.hpp"
#include "commands/line/usage_error.hpp"
#include "document/bytes/source.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <cstddef>
#include <sstream>
#include <utility>

namespace commands {

namespace {

[[noreturn]] void refuse_format(const std::string& format, model::ReportKind kind) {
  const std::vector<std::string_view> known = report::known_formats(kind);
  throw UsageError(util::concat("unable to match a printer suitable for the output format \"", format,
                                "\", allowed formats are: ", util::joined(known, ",")),
                   near_misses(format, std::vector<std::string>(known.begin(), known.end())));
}

constexpr std::string_view k_from_file = "-file"; // "jsonpath-file=PATH"

// A template of columns: the headers on one line, their paths on the next. (kubectl -o custom-columns-file)
std::string columns_of_template(const std::string& text) {
  std::istringstream lines(text);
  std::string headers, paths, header, path;
  std::getline(lines, headers);
  std::getline(lines, paths);
  std::istringstream all_headers(headers), all_paths(paths);
  std::string columns;
  while (all_headers >> header) {
    if (!(all_paths >> path)) {
      throw UsageError(util::concat("number of headers and field specs do not match: ", text));
    }
    util::append(columns, util::concat(columns.empty() ? "" : ",", header, ':', path));
  }
  if (all_paths >> path) { throw UsageError(util::concat("number of headers and field specs do not match: ", text)); }
  return columns;
}

// Reads a template from a file. A lone - is a file of that name, like in kubectl: standard input is for the other
// inputs.
std::string content_of(const std::string& path) {
  constexpr std::size_t k_most = std::size_t{1} << 20, k_piece = 4096;
  std::string text;
  try {
    const document::ByteSource source = document::file_source(path == "-" ? "./-" : path, path);
    for (std::size_t count = k_piece; count > 0;) {
      const std::size_t at = text.size();
      text.resize(at + k_piece);
      count = source(text.data() + at, k_piece);
      text.resize(at + count);
      if (text.size() > k_most) { throw util::Error(util::concat(path, " is larger than 1 MiB")); }
    }
  } catch (const util::Error& error) { throw UsageError(util::concat("error reading template: ", error.what())); }
  return text;
}

// Reads "jsonpath={.kind}", or the same from a file. A format without an expression must not have "=".
void read_format(const OutputFlags& flags, Output& output) {
  const std::size_t equals = flags.format.find('=');
  std::string name = flags.format.substr(0, equals);
  std::string expression = equals == std::string::npos ? "" : flags.format.substr(equals + 1);
  const bool is_file = name.ends_with(k_from_file);
  if (is_file) { name.resize(name.size() - k_from_file.size()); }
  const auto format = report::parse_format(name, flags.kind);
  const bool takes = format && report::takes_expression(*format);
  if (!format || ((is_file || equals != std::string::npos) && !takes)) { refuse_format(flags.format, flags.kind); }
  if (is_file && !expression.empty()) { expression = content_of(expression); }
  if (is_file && *format == report::Format::CustomColumns) { expression = columns_of_template(expression); }
  try {
    report::check_expression(*format, expression);
  } catch (const util::Error& error) { throw UsageError(error.what()); }
  output.format = *format;
  output.style.expression = std::move(expression);
}

bool color_on(const std::string& choice, const Session& session, bool is_terminal) {
  if (choice == "auto") { return wants_color(session, is_terminal); }
  return choice == "always";
}

} // namespace

const std::vector<std::string_view>& known_colors() {
  static const std::vector<std::string_view> k_words = {"auto", "always", "never"};
  return k_words;
}

void add_flags(CLI::App& app, OutputFlags& flags, model::ReportKind kind) {
  flags.kind = kind;
  const FlagGroup group(app, Listed::InHelp);
  const std::string formats = util::concat("Output format. One of: (", util::joined(report::known_formats(kind), ", "),
                                           "). Default: text for people.");
  group.add_text("-o,--output", flags.format, formats.c_str());
  group.add_text("--sort-by", flags.sort_by,
                 "Sort the rows by the value at this path, such as '.priority' or '{.members.total}'.");
  group.add_switch("--no-headers", flags.no_headers, "When printing a table, don't print headers.");
}

void add_flags(CLI::App& app, MessageFlags& flags) {
  const FlagGroup group(app, Listed::InOptions);
  group.add_choice("--color", flags.color, known_colors(),
                   "When to color: auto (on a terminal, unless NO_COLOR is set), always, never.");
  group.add_switch("-q,--quiet", flags.quiet, "Print only the answer and errors: no warnings, no notes.");
  group.add_number("-v,--v", flags.verbosity, 0,
                   "Verbosity: 1 prints every warning instead of the first ten; 6 and more print the requests to the "
                   "server, with masked secrets.");
}

Output resolve(const OutputFlags& flags, const MessageFlags& messages, const Session& session) {
  Output output;
  if (!flags.format.empty()) { read_format(flags, output); }
  output.sort_by = flags.sort_by;
  if (!output.sort_by.empty()) {
    try {
      report::check_sort_path(output.sort_by);
    } catch (const util::Error& error) { throw UsageError(util::concat("--sort-by: ", error.what())); }
  }
  output.style.color = output.for_people() && color_on(messages.color, session, session.stdout_tty);
  output.style.headers = !flags.no_headers;
  output.style.columns = std::min(session.columns, k_widest_prose);
  if (session.stdout_tty) { output.style.table_columns = session.columns; }
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
