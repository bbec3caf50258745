// SPDX-License-Identifier: Apache-2.0
// A table of pods, with equal ones in one row.
#include "report/text/members_table.hpp"

#include "model/report/report_words.hpp"
#include "report/english.hpp"
#include "report/words/member_fate.hpp"
#include "report/words/member_names.hpp"
#include "report/words/node_reasons.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <tuple>

namespace report {

namespace {

constexpr std::size_t k_most_member_rows = 16; // beyond that, pods on different nodes share a row

using model::Code;
using model::Outcome;
using model::PodReport;

// Pods with one status and one reason.
struct MemberRow {
  Table::Cell status;
  std::string reason;
  std::vector<std::string> names;
  std::set<std::string> nodes;
};

Table::Cell status_cell(const PodReport& pod, Outcome outcome) {
  return {is_preempted(pod) ? std::string_view("Preempted") : status_word(outcome), tone_of(outcome)};
}

std::vector<PodReport> in_counting_order(std::vector<PodReport> pods) {
  std::stable_sort(pods.begin(), pods.end(),
                   [](const auto& a, const auto& b) { return counts_before(a.name, b.name); });
  return pods;
}

enum class NodesIn : std::uint8_t { RowsOfTheirOwn, OneRow };

std::vector<MemberRow> rows_of(const std::vector<PodReport>& pods, const model::GroupReport* group, NodesIn nodes_in) {
  std::vector<MemberRow> rows;
  std::map<std::tuple<Outcome, std::string, std::string>, std::size_t> known;
  for (const PodReport& pod : pods) {
    const std::string reason = pod_reason(pod, group);
    const std::string node = nodes_in == NodesIn::OneRow ? "" : pod.node;
    const Outcome outcome = shown_outcome(pod, group);
    const auto [entry, is_new] = known.emplace(std::tuple(outcome, node, reason), rows.size());
    if (is_new) { rows.push_back({status_cell(pod, outcome), reason, {}, {}}); }
    MemberRow& row = rows[entry->second];
    row.names.push_back(pod.name);
    if (!pod.node.empty()) { row.nodes.insert(pod.node); }
  }
  return rows;
}

std::string nodes_cell(const std::set<std::string>& nodes) {
  if (nodes.size() <= 1) { return nodes.empty() ? "" : *nodes.begin(); }
  return counted(static_cast<std::int64_t>(nodes.size()), "node");
}

// Reason for a rejection by Coscheduling itself, before or after the scheduler looks at nodes.
std::string refused_with_group(const model::GroupReport* group) {
  switch (group ? group->code : Code::None) {
  case Code::GroupNotFound:
    return "there is no such PodGroup";
  case Code::NotEnoughMembers:
    return "waits for members that do not exist yet";
  case Code::MembersGated:
    return "waits for gated members";
  case Code::MembersDisagree:
    return "differs from the first member";
  case Code::MinResourcesShort:
    return "minResources exceeds free capacity";
  case Code::GroupBackingOff:
    return "waits for the end of the group's back-off";
  default:
    return "rejected with its group";
  }
}

// In each round another member may fail and cause the rejection of the others. The text above names the failing member;
// here all members rejected with it share a row.
std::string rejected(const model::GroupReport* group) {
  if (group && group->code == Code::GroupNotFound) { return refused_with_group(group); }
  return "released: its group did not reach its quorum";
}

// A left-over member that was last rejected with its group has no reasons of its own: those of the culprit, which
// asks for the same, stand for it.
std::string unschedulable(const PodReport& pod, const model::GroupReport* group) {
  std::vector<model::ReasonCount> filters = of_filters(pod.reasons);
  if (filters.empty() && group && has_left_over(*group)) {
    filters = of_filters(group->evidence.reasons);
    if (filters.empty()) { return "no node is left for it"; }
  }
  if (!filters.empty()) { return node_reasons(filters); }
  if (!pod.reasons.empty()) { return refused_with_group(group); }
  return group ? "" : pod.message;
}

std::string not_tried(const PodReport& pod) {
  if (is_preempted(pod)) { return util::concat("for ", pod.preemptor); }
  if (pod.reasons.empty()) { return pod.terminating ? "is being deleted" : "not tried"; }
  if (const std::string refusal = refused_creation(pod); !refusal.empty()) {
    return fmt::format("not created: {}", refusal);
  }
  return fmt::format("kept out of the queue: {}", pod.reasons.front().reason);
}

} // namespace

std::string pod_reason(const PodReport& pod, const model::GroupReport* group) {
  switch (shown_outcome(pod, group)) {
  case Outcome::AlreadyBound:
    if (!pod.preemptor.empty()) { return util::concat("may be preempted for ", pod.preemptor); }
    return pod.terminating ? "is being deleted" : "";
  case Outcome::Bound:
    return pod.victims.empty() ? "" : fmt::format("after preempting {}", listed_up_to(pod.victims, 3));
  case Outcome::Unschedulable:
    return unschedulable(pod, group);
  case Outcome::Rejected:
    return rejected(group);
  case Outcome::Gated:
    return pod.gates.empty() ? "gated" : fmt::format("gate {}", util::joined(pod.gates, ", "));
  case Outcome::NotAttempted:
    return not_tried(pod);
  }
  return {};
}

Table members_table(const std::vector<PodReport>& unordered, const model::GroupReport* group) {
  const std::vector<PodReport> pods = in_counting_order(unordered);
  std::vector<MemberRow> rows = rows_of(pods, group, NodesIn::RowsOfTheirOwn);
  if (rows.size() > k_most_member_rows) { rows = rows_of(pods, group, NodesIn::OneRow); }
  const bool nodes = std::any_of(rows.begin(), rows.end(), [](const MemberRow& row) { return !row.nodes.empty(); });
  const bool reasons = std::any_of(rows.begin(), rows.end(), [](const MemberRow& row) { return !row.reason.empty(); });
  std::vector<std::string> headers = {"NAME", "STATUS"};
  if (nodes) { headers.emplace_back("NODE"); }
  if (reasons) { headers.emplace_back("REASON"); }
  Table table(std::move(headers));
  for (MemberRow& row : rows) {
    std::vector<Table::Cell> cells = {folded_names(std::move(row.names), group ? "member" : "pod"), row.status};
    if (nodes) { cells.emplace_back(nodes_cell(row.nodes)); }
    if (reasons) { cells.emplace_back(row.reason); }
    table.add_row(std::move(cells));
  }
  return table;
}

Table wide_members_table(const std::vector<PodReport>& pods) {
  Table table({"NAME", "STATUS", "NODE", "NOMINATED", "VICTIMS", "MESSAGE"});
  for (const PodReport& pod : in_counting_order(pods)) {
    const bool has_no_message =
        pod.outcome == Outcome::NotAttempted && pod.message.empty() && (!pod.reasons.empty() || is_preempted(pod));
    table.add_row({pod.name, status_cell(pod, pod.outcome), pod.node, pod.nominated_node,
                   util::joined(pod.victims, ","), has_no_message ? not_tried(pod) : pod.message});
  }
  return table;
}

Table placements_table(const std::vector<PodReport>& pods) {
  std::map<std::string, std::vector<std::string>> by_node;
  for (const PodReport& pod : pods) {
    if (!pod.node.empty()) { by_node[pod.node].push_back(pod.name); }
  }
  Table table({"NODE", "COUNT", "PODS"});
  if (by_node.size() <= k_most_member_rows) {
    for (auto& [node, names] : by_node) {
      const std::string count = fmt::format("{}", names.size());
      table.add_row({node, count, folded_names(std::move(names), "pod")});
    }
    return table;
  }
  std::map<std::size_t, std::vector<std::string>, std::greater<>> by_count;
  for (const auto& [node, names] : by_node) { by_count[names.size()].push_back(node); }
  for (auto& [count, nodes] : by_count) {
    table.add_row({folded_names(std::move(nodes), "node"), fmt::format("{} each", count), ""});
  }
  return table;
}

} // namespace report
