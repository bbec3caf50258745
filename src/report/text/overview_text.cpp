// SPDX-License-Identifier: Apache-2.0
// explain -A: a row per group, a row per pod of no group, a line of totals. The reasons are sentences, too long for a
// table of 80 columns. -o wide shows them, and so does explain for a single group.
#include "model/report/report_words.hpp"
#include "report/english.hpp"
#include "report/layout/outlets.hpp"
#include "report/text/blocks.hpp"
#include "report/text/cluster_text.hpp"
#include "report/text/members_table.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace report {

namespace {

using model::GroupReport;
using model::GroupVerdict;
using model::Outcome;

std::string number(std::int64_t value) { return fmt::format("{}", value); }

// Bound members, of those required.
std::string bound_of_min(const GroupReport& group) {
  return group.min_member > 0 ? fmt::format("{}/{}", group.members.bound, group.min_member)
                              : fmt::format("{}/-", group.members.bound);
}

Table groups_table(const std::vector<GroupReport>& groups, Format format) {
  const bool wide = format == Format::Wide;
  std::vector<std::string> headers = {"NAMESPACE", "NAME", "VERDICT", "BOUND/MIN", "CODE"};
  if (wide) {
    headers.insert(headers.end(), {"DIALECT", "POLICY", "SCHEDULER", "PRIORITY", "MEMBERS", "PENDING", "GATED", "AHEAD",
                                   "PHASE", "MESSAGE"});
  }
  Table table(std::move(headers));
  for (const GroupReport& group : groups) {
    std::vector<Table::Cell> cells = {group.namespace_name,
                                      group.name,
                                      {model::word(group.verdict), tone_of(group.verdict)},
                                      bound_of_min(group),
                                      model::word(group.code)};
    if (wide) {
      for (const std::string& cell :
           {std::string(model::dialect_name(group.dialect)), group.policy, group.scheduler_name, number(group.priority),
            number(group.members.total), number(group.members.pending), number(group.members.gated),
            number(static_cast<std::int64_t>(group.ahead.size())), group.phase ? group.phase->phase : std::string()}) {
        cells.emplace_back(cell);
      }
      cells.emplace_back(group.message);
    }
    table.add_row(std::move(cells));
  }
  return table;
}

Table pods_table(const std::vector<model::PodReport>& pods, Format format) {
  const bool wide = format == Format::Wide;
  Table table({"NAMESPACE", "NAME", "OUTCOME", "NODE", wide ? "MESSAGE" : "REASON"});
  for (const model::PodReport& pod : pods) {
    table.add_row({pod.namespace_name,
                   "pod/" + pod.name,
                   {model::word(pod.outcome), tone_of(pod.outcome)},
                   pod.node,
                   wide ? pod.message : pod_reason(pod, nullptr)});
  }
  return table;
}

std::string group_totals(const std::vector<GroupReport>& groups) {
  struct Part {
    GroupVerdict verdict;
    std::string_view one, many;
  };
  constexpr Part k_parts[] = {
      {GroupVerdict::DoesNotFit, "does not fit", "do not fit"},
      {GroupVerdict::Unknown, "cannot be decided", "cannot be decided"},
      {GroupVerdict::Fits, "fits", "fit"},
      {GroupVerdict::Satisfied, "has its quorum", "have their quorum"},
      {GroupVerdict::Idle, "is idle", "are idle"},
  };
  std::vector<std::string> words;
  for (const Part& part : k_parts) {
    const auto count =
        std::count_if(groups.begin(), groups.end(), [&](const auto& group) { return group.verdict == part.verdict; });
    if (count > 0) { words.push_back(fmt::format("{} {}", count, one_or_many(count, part.one, part.many))); }
  }
  return fmt::format("{}: {}.", counted(static_cast<std::int64_t>(groups.size()), "group"), util::joined(words, ", "));
}

std::string pod_totals(const std::vector<model::PodReport>& pods) {
  const auto placed = std::count_if(pods.begin(), pods.end(), [](const auto& pod) {
    return pod.outcome == Outcome::Bound || pod.outcome == Outcome::AlreadyBound;
  });
  const auto out = static_cast<std::int64_t>(pods.size()) - placed;
  std::vector<std::string> words;
  if (placed > 0) { words.push_back(fmt::format("{} {}", placed, one_or_many(placed, "fits", "fit"))); }
  if (out > 0) { words.push_back(fmt::format("{} {} not", out, one_or_many(out, "does", "do"))); }
  return fmt::format("{} without a group: {}.", counted(static_cast<std::int64_t>(pods.size()), "pod"),
                     util::joined(words, ", "));
}

} // namespace

void add_overview(Page& page, const model::Report& report, Format format) {
  if (page.style().headers) { add_ledger(page, report); }
  page.table(groups_table(report.groups, format));
  page.gap();
  page.table(pods_table(report.pods, format));
}

void add_totals(Page& page, const model::Report& report) {
  if (!report.groups.empty()) { page.paragraph(group_totals(report.groups)); }
  if (!report.pods.empty()) { page.paragraph(pod_totals(report.pods)); }
}

std::string overview_text(const model::Report& report, Format format, const Style& style) {
  Page page(style);
  add_overview(page, report, format);
  if (!style.headers) { return page.text(); } // rows for a script, nothing else
  page.gap();
  add_totals(page, report);
  const bool blocked = std::any_of(report.groups.begin(), report.groups.end(), [](const GroupReport& group) {
    return group.verdict == GroupVerdict::DoesNotFit || group.verdict == GroupVerdict::Unknown;
  });
  if (blocked && format != Format::Wide) {
    page.paragraph("Name one of them to read why, or see the reasons with -o wide.");
  }
  add_cluster(page, report);
  add_footing(page, report);
  return page.text();
}

} // namespace report
