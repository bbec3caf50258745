// SPDX-License-Identifier: Apache-2.0
// explain, as text: one block per group, or a table if the question covers many.
#include "report/layout/outlets.hpp"
#include "report/text/blocks.hpp"
#include "report/text/cluster_text.hpp"
#include "report/words/asked_words.hpp"
#include "report/words/dialect_remarks.hpp"

#include <algorithm>

namespace report {

namespace {

// A pod that the run cannot decide may have its answer in what its scheduler wrote.
void add_last_message(Page& page, const model::Report& report) {
  if (report.pods.size() != 1 || !report.groups.empty() || report.verdict != model::Verdict::Unknown) { return; }
  page.gap();
  page.paragraph(last_message_remark(report.pods.front().stored_message));
}

// A group that runs or would start must not hide the pods that do not.
bool only_pods_are_blocked(const model::Report& report) {
  const auto is_blocked = [](const model::GroupReport& group) {
    return group.verdict == model::GroupVerdict::DoesNotFit || group.verdict == model::GroupVerdict::Unknown;
  };
  const auto has_node = [](const model::PodReport& pod) {
    return pod.outcome == model::Outcome::Bound || pod.outcome == model::Outcome::AlreadyBound;
  };
  return std::ranges::none_of(report.groups, is_blocked) && !std::ranges::all_of(report.pods, has_node);
}

} // namespace

std::string explanation_text(const model::Report& report, Format format, const Style& style) {
  if (report.groups.empty() && report.pods.empty() && !ledger_decides(report)) { return {}; }
  if (style.many) { return overview_text(report, format, style); }
  Page page(style);
  add_ledger(page, report);
  const bool pods_first = only_pods_are_blocked(report);
  if (pods_first) { add_pods(page, report.pods, format, report.owners); }
  for (const model::GroupReport& group : report.groups) {
    page.gap();
    add_group(page, group, format);
  }
  page.gap();
  if (!pods_first) { add_pods(page, report.pods, format, report.owners); }
  add_last_message(page, report);
  add_cluster(page, report);
  add_footing(page, report, format);
  return page.text();
}

} // namespace report
