// SPDX-License-Identifier: Apache-2.0
// The output formats. A new one is a file of its own and a row here.
#include "report/english.hpp"
#include "report/layout/outlets.hpp"
#include "report/safe_text.hpp"
#include "report/text/custom_columns.hpp"
#include "report/write.hpp"
#include "util/ascii.hpp"
#include "util/error.hpp"

#include <algorithm>

namespace report {

namespace {

std::string write_text(const model::Report& report, Format format, const Style& style) {
  switch (report.kind) {
  case model::ReportKind::Explanation:
    return explanation_text(report, format, style);
  case model::ReportKind::DryRun:
    return dry_run_text(report, format, style);
  case model::ReportKind::QueueReport:
    return queue_text(report, format, style);
  case model::ReportKind::BindReport:
    return bind_text(report, format, style);
  case model::ReportKind::LintReport:
    return lint_text(report, format, style);
  case model::ReportKind::VerifyReport:
    return verify_text(report, format, style);
  }
  return {};
}

std::string write_json(const model::Report& report, Format, const Style&) {
  return document::to_json(structured(report));
}
std::string write_yaml(const model::Report& report, Format, const Style&) {
  return document::to_yaml(structured(report));
}
std::string write_names(const model::Report& report, Format, const Style&) {
  return without_runner_commands(name_lines(report));
}

std::string write_jsonpath(const model::Report& report, Format, const Style& style) {
  return without_runner_commands(parse_template(style.expression).print(made_visible(structured(report))));
}
std::string write_jsonpath_as_json(const model::Report& report, Format, const Style& style) {
  return parse_template(style.expression).print_as_json(structured(report));
}
std::string write_columns(const model::Report& report, Format, const Style& style) {
  return without_runner_commands(custom_columns(report, style));
}
std::string write_junit(const model::Report& report, Format, const Style&) { return junit(report); }
std::string write_github(const model::Report& report, Format, const Style&) { return github(report); }
std::string write_gitlab(const model::Report& report, Format, const Style&) { return gitlab(report); }
std::string write_html(const model::Report& report, Format, const Style&) { return html_page(report); }
std::string write_sarif(const model::Report& report, Format, const Style&) { return sarif(report); }

struct Writer {
  std::string_view name; // of -o; empty: the output without -o
  std::string (*write)(const model::Report&, Format, const Style&);
  Format format;
  bool takes_expression = false;
  enum class Of : std::uint8_t { All, Lint, Simulations } of = Of::All; // reports that it can write
};

constexpr Writer k_writers[] = {
    {"", write_text, Format::Text},
    {"custom-columns", write_columns, Format::CustomColumns, true},
    {"github", write_github, Format::Github},
    {"gitlab", write_gitlab, Format::Gitlab, false, Writer::Of::Lint},
    {"html", write_html, Format::Html, false, Writer::Of::Simulations},
    {"json", write_json, Format::Json},
    {"jsonpath", write_jsonpath, Format::JsonPath, true},
    {"jsonpath-as-json", write_jsonpath_as_json, Format::JsonPathAsJson, true},
    {"junit", write_junit, Format::Junit},
    {"name", write_names, Format::Name},
    {"sarif", write_sarif, Format::Sarif, false, Writer::Of::Lint},
    {"wide", write_text, Format::Wide},
    {"yaml", write_yaml, Format::Yaml},
};

const Writer& writer_of(Format format) { return *std::ranges::find(k_writers, format, &Writer::format); }

bool suits(const Writer& writer, model::ReportKind kind) {
  if (writer.name.empty()) { return false; }
  switch (writer.of) {
  case Writer::Of::Lint:
    return kind == model::ReportKind::LintReport;
  case Writer::Of::Simulations:
    return kind == model::ReportKind::Explanation || kind == model::ReportKind::DryRun ||
           kind == model::ReportKind::QueueReport;
  case Writer::Of::All:
    break;
  }
  return true;
}

} // namespace

std::string write(const model::Report& report, Format format, const Style& style) {
  return writer_of(format).write(report, format, style);
}

void check_expression(Format format, std::string_view expression) {
  if (format == Format::CustomColumns) {
    parse_columns(expression);
    return;
  }
  if (!takes_expression(format)) { return; }
  if (expression.empty()) { throw util::Error("template format specified but no template given"); }
  parse_template(expression);
}

std::optional<Format> parse_format(std::string_view name, model::ReportKind kind) {
  const std::string wanted = util::lowercase(name);
  for (const Writer& writer : k_writers) {
    if (suits(writer, kind) && writer.name == wanted) { return writer.format; }
  }
  return std::nullopt;
}

std::vector<std::string_view> known_formats(model::ReportKind kind) {
  std::vector<std::string_view> names;
  for (const Writer& writer : k_writers) {
    if (suits(writer, kind)) { names.push_back(writer.name); }
  }
  return names;
}

bool takes_expression(Format format) { return writer_of(format).takes_expression; }

} // namespace report
