// SPDX-License-Identifier: Apache-2.0
// -o github: workflow commands that GitHub shows as annotations. Escapes all text from a cluster, so that the text
// cannot start a command of its own.
#include "model/report/report_words.hpp"
#include "report/ci/cases.hpp"
#include "report/english.hpp"
#include "report/layout/outlets.hpp"
#include "report/safe_text.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace report {

namespace {

using Annotated = Case::Result;

std::string escaped(std::string_view text, bool is_property) {
  std::string out;
  for (const char byte : text) {
    if (byte == '%') {
      out += "%25";
    } else if (byte == '\r') {
      out += "%0D";
    } else if (byte == '\n') {
      out += "%0A";
    } else if (is_property && byte == ':') {
      out += "%3A";
    } else if (is_property && byte == ',') {
      out += "%2C";
    } else {
      out += byte;
    }
  }
  return out;
}

std::string property(std::string_view text) { return escaped(safe(text), true); }

std::string_view level_of(const Case& one) {
  if (one.result == Annotated::Failed && one.is_grave) { return "error"; }
  return one.result == Annotated::Skipped ? "notice" : "warning";
}

std::string title_of(const Case& one) {
  if (one.is_finding) { return one.name; }
  const std::string whose = one.space.empty() ? one.name : fmt::format("{} in {}", one.name, one.space);
  return fmt::format("{}: {}", whose, one.type);
}

std::string annotation(const Case& one) {
  std::string place;
  if (!one.place.file.empty()) {
    place = fmt::format("file={},line={},", property(one.place.file), std::max<std::int64_t>(1, one.place.line));
  }
  return fmt::format("::{} {}title={}::{}\n", level_of(one), place, property(title_of(one)),
                     escaped(safe(one.message), false));
}

} // namespace

std::string github(const model::Report& report) {
  const std::vector<Case> cases = cases_of(report);
  std::string out;
  for (const Case& one : cases) {
    if (one.result != Annotated::Passed) { out += annotation(one); }
  }
  const auto count = [&](Annotated result) {
    return static_cast<std::int64_t>(std::ranges::count(cases, result, &Case::result));
  };
  out += fmt::format("kubectl gang: {}: {} passed, {} failed, {} unknown, {} skipped\n", model::word(report.verdict),
                     count(Annotated::Passed), count(Annotated::Failed), count(Annotated::Unknown),
                     count(Annotated::Skipped));
  return out;
}

} // namespace report
