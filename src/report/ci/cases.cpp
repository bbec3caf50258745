// SPDX-License-Identifier: Apache-2.0
#include "report/ci/cases.hpp"

#include "model/report/report_words.hpp"
#include "report/english.hpp"
#include "report/layout/page.hpp"
#include "report/safe_text.hpp"
#include "report/text/blocks.hpp"
#include "report/text/members_table.hpp"
#include "report/words/lint_words.hpp"
#include "report/words/places.hpp"
#include "report/words/sentences.hpp"
#include "report/words/verify_words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace report {

namespace {

using model::GroupVerdict;
using model::Outcome;
using CaseResult = Case::Result;

constexpr int k_detail_columns = 100; // of the details

CaseResult result_of(GroupVerdict verdict) {
  switch (verdict) {
  case GroupVerdict::Satisfied:
  case GroupVerdict::Fits:
    return CaseResult::Passed;
  case GroupVerdict::DoesNotFit:
    return CaseResult::Failed;
  case GroupVerdict::Idle:
    return CaseResult::Skipped;
  case GroupVerdict::Unknown:
    break;
  }
  return CaseResult::Unknown;
}

CaseResult result_of(Outcome outcome) {
  switch (outcome) {
  case Outcome::AlreadyBound:
  case Outcome::Bound:
    return CaseResult::Passed;
  case Outcome::Unschedulable:
  case Outcome::Rejected:
  case Outcome::Gated:
    return CaseResult::Failed;
  case Outcome::NotAttempted:
    break;
  }
  return CaseResult::Unknown;
}

CaseResult result_of(model::Judgement judgement) {
  switch (judgement) {
  case model::Judgement::Holds:
    return CaseResult::Passed;
  case model::Judgement::Refuted:
    return CaseResult::Failed;
  case model::Judgement::NotChecked:
    break;
  }
  return CaseResult::Unknown;
}

// "Fragmented"; without a cause, the verdict.
std::string type_of(model::Code code, GroupVerdict verdict) {
  return std::string(code == model::Code::None ? model::word(verdict) : model::word(code));
}

Style plain() {
  Style style;
  style.columns = k_detail_columns;
  return style;
}

Case case_of(const model::Report& report, const model::GroupReport& group) {
  Case one;
  one.result = result_of(group.verdict);
  one.space = group.namespace_name;
  one.name = fmt::format("{} {}", model::facts_of(group.dialect).kind, group.name);
  if (one.result != CaseResult::Passed) { one.type = type_of(group.code, group.verdict); }
  one.message = message(group);
  Page page(plain());
  add_group(page, group, Format::Text);
  one.details = page.text();
  one.place =
      place_of(report, Subject{model::facts_of(group.dialect).kind, group.namespace_name, group.name, group.dialect});
  return one;
}

Case case_of(const model::Report& report, const model::PodReport& pod) {
  Case one;
  // The report's verdict is No for a pod that no scheduler tries, unless something leaves it open.
  const bool is_refused = pod.outcome == Outcome::NotAttempted && report.verdict == model::Verdict::No;
  one.result = !pod.untold.empty() ? CaseResult::Unknown
               : pod.taken_back    ? result_of(*pod.taken_back)
               : is_refused        ? CaseResult::Failed
                                   : result_of(pod.outcome);
  one.space = pod.namespace_name;
  one.name = fmt::format("pod {}", pod.name);
  if (one.result != CaseResult::Passed) {
    one.type = !pod.untold.empty() ? model::word(model::Code::NotModelled)
               : pod.taken_back    ? model::word(*pod.taken_back)
                                   : model::word(pod.outcome);
  }
  one.message = !pod.untold.empty()    ? "it has " + pod.untold
                : pod.taken_back       ? pod.because
                : !pod.message.empty() ? pod.message
                : !pod.reasons.empty() ? pod_reason(pod, nullptr)
                                       : std::string(model::word(pod.outcome));
  Page page(plain());
  add_pods(page, {pod}, Format::Text);
  one.details = page.text();
  one.place = place_of(report, Subject{"Pod", pod.namespace_name, pod.name});
  return one;
}

Case case_of(const model::QueueEntry& entry) {
  Case one;
  one.result = entry.verdict ? result_of(*entry.verdict) : CaseResult::Skipped;
  one.space = entry.what.namespace_name;
  one.name = fmt::format("{} {}", model::word(entry.what.kind), entry.what.name);
  const std::string verdict = entry.verdict
                                  ? std::string(verdict_phrase(*entry.verdict, entry.code.value_or(model::Code::None)))
                                  : "is not judged";
  if (one.result != CaseResult::Passed) {
    one.type = entry.verdict ? type_of(entry.code.value_or(model::Code::None), *entry.verdict) : "NotJudged";
  }
  one.message = fmt::format("position {}: {}", entry.position, verdict);
  return one;
}

Case case_of(const model::Report& report, const model::Finding& finding) {
  Case one;
  one.result = finding.level == model::FindingLevel::Info ? CaseResult::Skipped : CaseResult::Failed;
  one.is_finding = true;
  one.is_grave = finding.level == model::FindingLevel::Error;
  one.space = finding.namespace_name;
  one.name = fmt::format("{} {}", finding.rule, object_text(finding));
  one.type = finding.rule;
  const FindingText text = text_of(finding);
  one.message = text.message;
  one.details = fmt::format("{} {}: {}\n{}\n{}\n", model::word(finding.level), finding.rule, finding.title,
                            safe(text.message), safe(text.remedy));
  one.place = place_of(report, finding);
  return one;
}

Case case_of(const model::Verification& verification) {
  Case one;
  one.result = result_of(verification.judgement);
  one.space = verification.namespace_name;
  one.name = fmt::format("certificate of {}", verification.name);
  if (one.result != CaseResult::Passed) { one.type = model::word(verification.judgement); }
  one.message = sentence(verification);
  return one;
}

Case refusal(const model::Report& report, const std::string& text) {
  Case one;
  one.result = CaseResult::Failed;
  one.name = "manifest";
  one.type = "Refused";
  one.message = text;
  one.place = place_of(report, Subject());
  return one;
}

// The object whose entry it is: "Deployment ml/train", "PriorityClass high".
Subject subject_of(const model::Asked& entry) {
  const std::string_view of = entry.of;
  const std::size_t space = of.find(' ');
  if (space == of.npos) { return {}; }
  const std::string_view name = of.substr(space + 1);
  const std::size_t slash = name.find('/');
  if (slash == name.npos) { return {of.substr(0, space), {}, name}; }
  return {of.substr(0, space), name.substr(0, slash), name.substr(slash + 1)};
}

// An authority that refuses, or that was not asked.
Case case_of(const model::Report& report, const model::Asked& entry) {
  Case one;
  const bool refuses = entry.reply == model::Reply::Refuses;
  one.result = refuses ? CaseResult::Failed : CaseResult::Unknown;
  one.name = fmt::format("{} of {}", model::word(entry.authority), entry.of.empty() ? "the question" : entry.of);
  one.type = refuses ? "Refused" : "NotAsked";
  one.message = entry.because;
  one.place = place_of(report, subject_of(entry));
  return one;
}

} // namespace

std::vector<Case> cases_of(const model::Report& report) {
  std::vector<Case> cases;
  for (const std::string& text : report.refusals) { cases.push_back(refusal(report, text)); }
  for (const model::Asked& entry : report.asked) {
    const bool is_open = entry.reply == model::Reply::Refuses || entry.reply == model::Reply::NotAsked;
    if (is_open) { cases.push_back(case_of(report, entry)); }
  }
  for (const model::GroupReport& group : report.groups) { cases.push_back(case_of(report, group)); }
  for (const model::PodReport& pod : report.pods) { cases.push_back(case_of(report, pod)); }
  for (const model::QueueEntry& entry : report.queue) { cases.push_back(case_of(entry)); }
  for (const model::Finding& finding : report.findings) { cases.push_back(case_of(report, finding)); }
  for (const model::Verification& verification : report.verifications) { cases.push_back(case_of(verification)); }
  if (report.kind == model::ReportKind::LintReport && cases.empty()) {
    Case clean;
    clean.name = counted(report.groups_checked, "group");
    clean.message = "nothing found";
    cases.push_back(std::move(clean));
  }
  return cases;
}

} // namespace report
