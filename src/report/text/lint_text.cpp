// SPDX-License-Identifier: Apache-2.0
// lint, as text: the number of findings, then one block per finding, most serious first.
#include "model/report/report_words.hpp"
#include "report/english.hpp"
#include "report/layout/outlets.hpp"
#include "report/text/blocks.hpp"
#include "report/words/lint_words.hpp"
#include "report/words/places.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace report {

namespace {

using model::Finding;
using model::FindingLevel;

std::string counts(const std::vector<Finding>& findings) {
  std::vector<std::string> parts;
  for (const FindingLevel level : {FindingLevel::Error, FindingLevel::Warning, FindingLevel::Info}) {
    const auto count = std::count_if(findings.begin(), findings.end(), [&](const auto& f) { return f.level == level; });
    if (count == 0) { continue; }
    parts.push_back(level == FindingLevel::Info ? counted(count, "remark") : counted(count, model::word(level)));
  }
  return parts.empty() ? "nothing found" : listed(parts);
}

void add_table(Page& page, const std::vector<Finding>& findings) {
  Table table({"LEVEL", "RULE", "OBJECT", "FIELD", "MESSAGE"});
  for (const Finding& finding : findings) {
    table.add_row({{model::word(finding.level), tone_of(finding.level)},
                   finding.rule,
                   object_text(finding),
                   finding.field,
                   text_of(finding).message});
  }
  page.table(table);
}

} // namespace

std::string lint_text(const model::Report& report, Format format, const Style& style) {
  Page page(style);
  add_refusals(page, report);
  add_ledger(page, report);
  const bool clean = report.refusals.empty() &&
                     std::all_of(report.findings.begin(), report.findings.end(),
                                 [](const Finding& finding) { return finding.level == FindingLevel::Info; });
  const bool is_open = report.verdict == model::Verdict::Unknown;
  page.verdict("",
               !clean    ? "Not in order"
               : is_open ? "Otherwise in order"
                         : "In order",
               tone_of(report.verdict),
               fmt::format("{} in {}", counts(report.findings), counted(report.groups_checked, "group")));
  if (format == Format::Wide) {
    page.gap();
    add_table(page, report.findings);
  } else {
    for (const Finding& finding : report.findings) {
      page.gap();
      page.verdict("", fmt::format("{} {}", model::word(finding.level), finding.rule), tone_of(finding.level),
                   fmt::format("{}: {}", object_text(finding), finding.title));
      page.paragraph(place_text(report, finding), 2);
      const FindingText text = text_of(finding);
      page.paragraph(text.message, 2);
      page.paragraph(text.remedy, 2);
    }
  }
  add_footing(page, report, Format::Wide);
  return page.text();
}

std::string rules_table(const std::vector<model::LintRuleName>& rules, const Style& style) {
  Page page(style);
  Table table({"RULE", "LEVEL", "TITLE"});
  for (const model::LintRuleName& rule : rules) { table.add_row({rule.id, model::word(rule.level), rule.title}); }
  page.table(table);
  return page.text();
}

} // namespace report
