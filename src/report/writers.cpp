// SPDX-License-Identifier: Apache-2.0
// The outputs: a new one is a file of its own and a row here.
#include "report/english.hpp"
#include "report/outlets.hpp"
#include "report/write.hpp"

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
std::string write_names(const model::Report& report, Format, const Style&) { return name_lines(report); }

struct Writer {
  std::string_view name; // of -o; empty: what is printed without -o
  Format format;
  std::string (*write)(const model::Report&, Format, const Style&);
};

constexpr Writer k_writers[] = {
    {"", Format::Text, write_text},     {"json", Format::Json, write_json}, {"name", Format::Name, write_names},
    {"wide", Format::Wide, write_text}, {"yaml", Format::Yaml, write_yaml},
};

} // namespace

std::string write(const model::Report& report, Format format, const Style& style) {
  for (const Writer& writer : k_writers) {
    if (writer.format == format) return writer.write(report, format, style);
  }
  return {};
}

bool parse_format(std::string_view name, Format& format) {
  const std::string wanted = lowercase(name);
  for (const Writer& writer : k_writers) {
    if (writer.name.empty() || writer.name != wanted) continue;
    format = writer.format;
    return true;
  }
  return false;
}

std::vector<std::string_view> known_formats() {
  std::vector<std::string_view> names;
  for (const Writer& writer : k_writers) {
    if (!writer.name.empty()) names.push_back(writer.name);
  }
  return names;
}

} // namespace report
