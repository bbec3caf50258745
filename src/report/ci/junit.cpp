// SPDX-License-Identifier: Apache-2.0
// -o junit: the XML of test results that CI systems read. Two schemas are in common use, and the output is valid in
// both. Ant's (JUnit.xsd) requires host, time, package and number of a suite, empty elements around its cases, and no
// attributes on the list of suites. That of Jenkins (junit-10.xsd) makes all this optional.
#include "model/report/report_words.hpp"
#include "report/ci/cases.hpp"
#include "report/layout/outlets.hpp"
#include "report/safe_text.hpp"
#include "report/words/entities.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace report {

namespace {

using JUnitResult = Case::Result;

// Text that XML 1.0 allows: util::visible leaves only line ends as control characters, which become spaces in
// attributes.
std::string xml(std::string_view text) { return with_entities(text, Apostrophe::Kept); }

std::string attribute(std::string_view text) { return xml(safe_before_entities(text)); }

// Page has made each line safe, and this function does so for its own.
std::string lines(const Case& one) {
  return xml(without_runner_commands(one.details.empty() ? safe(one.message) + '\n' : one.details));
}

std::string_view element_of(JUnitResult result) {
  switch (result) {
  case JUnitResult::Failed:
    return "failure";
  case JUnitResult::Unknown:
    return "error";
  case JUnitResult::Skipped:
    return "skipped";
  case JUnitResult::Passed:
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
  if (one.result == JUnitResult::Skipped) {
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
  const auto count = [&](JUnitResult result) { return std::ranges::count(cases, result, &Case::result); };
  const std::string counts =
      fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="{}" time="0")", cases.size(),
                  count(JUnitResult::Failed), count(JUnitResult::Unknown), count(JUnitResult::Skipped));
  const std::string name = fmt::format("kubectl gang {}", command_of(report.kind));
  // Ant's schema requires a time without a zone. An unknown time becomes the epoch, because output must not depend on a
  // clock.
  const std::string when = model::time_text(report.captured_at.value_or(model::Time())).substr(0, 19);
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  fmt::format_to(
      std::back_inserter(out),
      "  <testsuite name=\"{}\" package=\"kubectl-gang\" id=\"0\" hostname=\"localhost\" timestamp=\"{}\" {}>\n", name,
      when, counts);
  out += "    <properties/>\n";
  for (const Case& one : cases) { add_case(out, one); }
  out += "    <system-out/>\n    <system-err/>\n  </testsuite>\n</testsuites>\n";
  return out;
}

} // namespace report
