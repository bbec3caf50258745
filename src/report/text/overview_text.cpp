// SPDX-License-Identifier: Apache-2.0
// explain -A: the summary of the cluster, then a row per kind of blocked group and of blocked pod. The reasons are
// sentences, which no table at 80 columns holds: they come with -o wide, or one by one.
#include "model/report/report_words.hpp"
#include "report/english.hpp"
#include "report/layout/outlets.hpp"
#include "report/text/blocks.hpp"
#include "report/text/cluster_text.hpp"
#include "report/text/members_table.hpp"
#include "report/text/summary_text.hpp"
#include "report/words/asked_words.hpp"
#include "report/words/member_fate.hpp"
#include "report/words/member_names.hpp"
#include "report/words/sentences.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <tuple>

namespace report {

namespace {

using model::GroupReport;
using model::GroupVerdict;
using model::Outcome;
using model::PodReport;

std::string number(std::int64_t value) { return fmt::format("{}", value); }

bool is_blocked_row(const GroupReport& group) {
  return group.verdict == GroupVerdict::DoesNotFit || group.verdict == GroupVerdict::Unknown;
}

bool is_blocked_row(const PodReport& pod) {
  return !pod.untold.empty() || pod.taken_back ||
         (pod.outcome != Outcome::Bound && pod.outcome != Outcome::AlreadyBound);
}

template <typename Item>
std::vector<const Item*> rows_shown(const std::vector<Item>& items, const Style& style) {
  std::vector<const Item*> shown;
  for (const Item& item : items) {
    if (!style.only_blocked || is_blocked_row(item)) { shown.push_back(&item); }
  }
  return shown;
}

// Bound now, of those that must be.
std::string bound_of_min(const GroupReport& group) {
  return group.min_member > 0 ? fmt::format("{}/{}", group.members.bound, group.min_member)
                              : fmt::format("{}/-", group.members.bound);
}

constexpr std::size_t k_most_group_rows = 24; // above that, groups with different quorums share a row

// Groups of one row, in the place of the first.
struct GroupRow {
  const GroupReport* first = nullptr;
  std::vector<std::string> names;
  std::int32_t least_bound = 0, most_bound = 0, least_min = 0, most_min = 0;
};

std::vector<GroupRow> group_rows(const std::vector<const GroupReport*>& groups, bool splits_quorums) {
  using Key = std::tuple<std::string, GroupVerdict, std::string, model::Code>;
  std::map<Key, std::size_t> known;
  std::vector<GroupRow> rows;
  for (const GroupReport* group : groups) {
    const std::string quorum = splits_quorums ? bound_of_min(*group) : std::string();
    const auto [place, is_new] =
        known.emplace(Key(group->namespace_name, group->verdict, quorum, group->code), rows.size());
    const std::int32_t bound = group->members.bound, min = group->min_member;
    if (is_new) { rows.push_back({group, {}, bound, bound, min, min}); }
    GroupRow& row = rows[place->second];
    row.names.push_back(group->name);
    row.least_bound = std::min(row.least_bound, bound);
    row.most_bound = std::max(row.most_bound, bound);
    row.least_min = std::min(row.least_min, min);
    row.most_min = std::max(row.most_min, min);
  }
  return rows;
}

// "0/4"; "0-2/4-64" for several.
std::string bound_of_min(const GroupRow& row) {
  const auto range = [](std::int32_t least, std::int32_t most) {
    return least == most ? fmt::format("{}", least) : fmt::format("{}-{}", least, most);
  };
  if (row.least_bound == row.most_bound && row.least_min == row.most_min) { return bound_of_min(*row.first); }
  return fmt::format("{}/{}", range(row.least_bound, row.most_bound), range(row.least_min, row.most_min));
}

// Groups that differ only in their names share a row; in a long list also groups with different quorums.
Table groups_table(const std::vector<const GroupReport*>& groups) {
  std::vector<GroupRow> rows = group_rows(groups, true);
  if (rows.size() > k_most_group_rows) { rows = group_rows(groups, false); }
  Table table({"NAMESPACE", "NAME", "VERDICT", "BOUND/MIN", "CODE"});
  table.may_fold({"NAMESPACE"});
  for (GroupRow& row : rows) {
    const std::string bound = bound_of_min(row);
    table.add_row({row.first->namespace_name,
                   folded_names(std::move(row.names), "group"),
                   {model::word(row.first->verdict), tone_of(row.first->verdict)},
                   bound,
                   model::word(row.first->code)});
  }
  return table;
}

Table wide_groups_table(const std::vector<const GroupReport*>& groups) {
  Table table({"NAMESPACE", "NAME", "VERDICT", "BOUND/MIN", "CODE", "DIALECT", "PRIORITY", "MEMBERS", "PENDING",
               "AHEAD", "PHASE", "MESSAGE"});
  table.may_fold({"NAMESPACE", "DIALECT", "PRIORITY"});
  for (const GroupReport* group : groups) {
    table.add_row({group->namespace_name,
                   group->name,
                   {model::word(group->verdict), tone_of(group->verdict)},
                   bound_of_min(*group),
                   model::word(group->code),
                   model::dialect_name(group->dialect),
                   number(group->priority),
                   number(group->members.total),
                   number(group->members.pending),
                   number(std::ssize(group->ahead)),
                   group->phase ? group->phase->phase : std::string(),
                   message(*group)});
  }
  return table;
}

Table::Cell status_cell(const PodReport& pod) {
  if (pod.taken_back) { return {model::word(*pod.taken_back), tone_of(*pod.taken_back)}; }
  return {status_word(pod.outcome), tone_of(pod.outcome)};
}

// The node that the run gives to a pod that something else refuses says nothing.
std::string node_text(const PodReport& pod) { return pod.taken_back ? std::string() : pod.node; }

std::string reason_text(const PodReport& pod) { return pod.taken_back ? pod.because : pod_reason(pod, nullptr); }

// Pods that differ only in their names share a row, too.
Table pods_table(const std::vector<const PodReport*>& pods) {
  using Key = std::tuple<std::string, Outcome, std::optional<GroupVerdict>, std::string, std::string>;
  std::map<Key, std::size_t> known;
  std::vector<std::pair<const PodReport*, std::vector<std::string>>> rows;
  for (const PodReport* pod : pods) {
    const auto [row, is_new] = known.emplace(
        Key(pod->namespace_name, pod->outcome, pod->taken_back, node_text(*pod), reason_text(*pod)), rows.size());
    if (is_new) { rows.push_back({pod, {}}); }
    rows[row->second].second.push_back("pod/" + pod->name);
  }
  const bool any_node = std::ranges::any_of(rows, [](const auto& row) { return !node_text(*row.first).empty(); });
  std::vector<std::string> headers = {"NAMESPACE", "NAME", "STATUS"};
  if (any_node) { headers.emplace_back("NODE"); }
  headers.emplace_back("REASON");
  Table table(std::move(headers));
  table.may_fold({"NAMESPACE"});
  for (auto& [first, names] : rows) {
    std::vector<Table::Cell> cells = {first->namespace_name, folded_names(std::move(names), "pod"),
                                      status_cell(*first)};
    if (any_node) { cells.emplace_back(node_text(*first)); }
    cells.emplace_back(reason_text(*first));
    table.add_row(std::move(cells));
  }
  return table;
}

Table wide_pods_table(const std::vector<const PodReport*>& pods) {
  Table table({"NAMESPACE", "NAME", "STATUS", "NODE", "MESSAGE"});
  table.may_fold({"NAMESPACE"});
  for (const PodReport* pod : pods) {
    table.add_row({pod->namespace_name, "pod/" + pod->name, status_cell(*pod), node_text(*pod),
                   pod->taken_back ? pod->because : pod->message});
  }
  return table;
}

// How many rows the tables leave out, and the flag that brings them.
std::string left_out(std::int64_t groups, std::int64_t pods) {
  std::vector<std::string> words;
  if (groups > 0) { words.push_back(counted(groups, "group")); }
  if (pods > 0) { words.push_back(counted(pods, "pod")); }
  if (words.empty()) { return ""; }
  return fmt::format("Not listed: {} that {} not blocked (--blocked=false).", listed(words),
                     one_or_many(groups + pods, "is", "are"));
}

} // namespace

void add_overview(Page& page, const model::Report& report, Format format) {
  const Style& style = page.style();
  const auto groups = rows_shown(report.groups, style);
  const auto pods = rows_shown(report.pods, style);
  const bool wide = format != Format::Text;
  page.table(wide ? wide_groups_table(groups) : groups_table(groups));
  page.gap();
  page.table(wide ? wide_pods_table(pods) : pods_table(pods));
  page.gap();
  if (!style.headers) { return; }
  page.paragraph(left_out(std::ssize(report.groups) - std::ssize(groups), std::ssize(report.pods) - std::ssize(pods)));
}

void add_headline(Page& page, const model::Report& report) {
  if (ledger_decides(report)) {
    add_ledger(page, report);
    const std::string line = summary_line(report);
    const bool counts_ledger =
        std::ranges::any_of(report.pods, [](const PodReport& pod) { return pod.taken_back.has_value(); });
    if (!line.empty()) { page.paragraph(fmt::format("{}{}.", counts_ledger ? "" : "Capacity alone: ", line), 2); }
  } else {
    page.verdict("", model::word(report.verdict), tone_of(report.verdict), summary_line(report));
  }
  add_summary(page, report);
}

std::string overview_text(const model::Report& report, Format format, const Style& style) {
  Page page(style);
  if (style.headers) {
    add_headline(page, report);
    page.gap();
  }
  add_overview(page, report, format);
  if (!style.headers) { return page.text(); } // rows for a script, nothing else
  const bool blocked =
      std::ranges::any_of(report.groups, [](const GroupReport& group) { return is_blocked_row(group); });
  if (blocked && format == Format::Text) { page.paragraph("Name a group to see why it is blocked, or use -o wide."); }
  add_cluster(page, report);
  add_footing(page, report, format);
  return page.text();
}

} // namespace report
