// SPDX-License-Identifier: Apache-2.0
// -o junit: the XML that CI systems read test results from. It is valid by the schemas of Jenkins and of Ant, which
// differ in what they ask for.
#include "model/report_words.hpp"
#include "report/cases.hpp"
#include "report/outlets.hpp"
#include "report/safe_text.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace report {

namespace {

using Result = Case::Result;

// What XML 1.0 may hold: util::visible leaves no control characters but lines, which become spaces in attributes.
std::string xml(std::string_view text) {
  std::string out;
  for (const char byte : text) {
    switch (byte) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '"':
      out += "&quot;";
      break;
    default:
      out += byte;
    }
  }
  return out;
}

std::string attribute(std::string_view text) { return xml(safe(text)); }

// The lines have been made safe one by one (Page); so are ours.
std::string lines(const Case& one) {
  return xml(without_runner_commands(one.details.empty() ? safe(one.message) + '\n' : one.details));
}

std::string_view element_of(Result result) {
  switch (result) {
  case Result::Failed:
    return "failure";
  case Result::Unknown:
    return "error";
  case Result::Skipped:
    return "skipped";
  case Result::Passed:
    break;
  }
  return {};
}

void add_case(std::string& out, const Case& one) {
  fmt::format_to(std::back_inserter(out), R"(    <testcase classname="{}" name="{}" time="0")",
                 attribute(one.space.empty() ? "cluster" : one.space), attribute(one.name));
  const std::string_view element = element_of(one.result);
  if (element.empty()) {
    out += "/>\n";
    return;
  }
  out += ">\n";
  if (one.result == Result::Skipped) {
    fmt::format_to(std::back_inserter(out), "      <skipped message=\"{}\"/>\n", attribute(one.message));
  } else {
    fmt::format_to(std::back_inserter(out), "      <{} type=\"{}\" message=\"{}\">{}</{}>\n", element,
                   attribute(one.type), attribute(one.message), lines(one), element);
  }
  out += "    </testcase>\n";
}

std::string_view command_of(model::ReportKind kind) {
  switch (kind) {
  case model::ReportKind::Explanation:
    return "explain";
  case model::ReportKind::DryRun:
    return "dry-run";
  case model::ReportKind::QueueReport:
    return "queue";
  case model::ReportKind::BindReport:
    return "bind";
  case model::ReportKind::LintReport:
    return "lint";
  case model::ReportKind::VerifyReport:
    break;
  }
  return "verify";
}

} // namespace

std::string junit(const model::Report& report) {
  const std::vector<Case> cases = cases_of(report);
  const auto count = [&](Result result) { return std::ranges::count(cases, result, &Case::result); };
  const std::string counts = fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="{}" time="0")", cases.size(),
                                         count(Result::Failed), count(Result::Unknown), count(Result::Skipped));
  const std::string name = fmt::format("kubectl gang {}", command_of(report.kind));
  std::string when; // without a zone, as the schemas have it
  if (report.captured_at) {
    when = fmt::format(" timestamp=\"{}\"", model::time_text(*report.captured_at).substr(0, 19));
  }
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  fmt::format_to(std::back_inserter(out), "<testsuites name=\"{0}\" {1}>\n  <testsuite name=\"{0}\" {1}{2}>\n", name,
                 counts, when);
  for (const Case& one : cases) { add_case(out, one); }
  out += "  </testsuite>\n</testsuites>\n";
  return out;
}

} // namespace report
