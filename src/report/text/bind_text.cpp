// SPDX-License-Identifier: Apache-2.0
// bind, as text: the result, or planned result, of each group, and exactly which pod goes to which node.
#include "model/report/report_words.hpp"
#include "report/english.hpp"
#include "report/layout/outlets.hpp"
#include "report/text/blocks.hpp"
#include "report/text/members_table.hpp"
#include "report/words/member_names.hpp"
#include "report/words/sentences.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <string_view>
#include <tuple>

namespace report {

namespace {

using model::BindingReport;
using model::BindingResult;
using model::BindMode;
using model::GroupReport;
using model::GroupVerdict;
using model::Report;

constexpr int k_bind_indent = 2;

std::vector<BindingReport> bindings_of(const Report& report, std::string_view namespace_name, std::string_view group) {
  std::vector<BindingReport> found;
  std::copy_if(report.bindings.begin(), report.bindings.end(), std::back_inserter(found),
               [&](const auto& binding) { return binding.namespace_name == namespace_name && binding.group == group; });
  return found;
}

std::int64_t count_of(const std::vector<BindingReport>& bindings, BindingResult result) {
  return std::count_if(bindings.begin(), bindings.end(), [&](const auto& binding) { return binding.result == result; });
}

std::string members_bound(const GroupReport& group, std::int64_t bound) {
  return fmt::format("{} of {} ({})", bound, counted(group.members.total, "member"), quorum_label(group));
}

bool has_quorum(const GroupReport& group) {
  return group.verdict == GroupVerdict::Satisfied || group.verdict == GroupVerdict::Fits;
}

struct Verdict {
  std::string_view phrase;
  Tone tone;
  std::string rest;
};

// bind is a scheduler itself, so it does not matter which schedulers serve the pods.
std::string why_not(const GroupReport& group) {
  const model::Evidence& evidence = group.evidence;
  if (group.code != model::Code::WrongScheduler || evidence.scheduler.empty()) { return brief(group); }
  return fmt::format("its pods ask for the scheduler {}, and this command binds those of {} (--scheduler-name)",
                     evidence.scheduler, listed(evidence.hints));
}

// For a group without bindings, or that bind must not bind.
Verdict verdict_without_bindings(const GroupReport& group, BindMode mode) {
  if (group.verdict == GroupVerdict::Satisfied) {
    return {"is bound already", Tone::Good, members_bound(group, group.members.bound)};
  }
  if (group.verdict == GroupVerdict::Idle) { return {"has nothing to bind", Tone::Plain, brief(group)}; }
  if (group.members.bound > 0) {
    return {"is bound in part", Tone::Bad,
            fmt::format("{}; {}", members_bound(group, group.members.bound), why_not(group))};
  }
  return {mode == BindMode::Act ? "is not bound" : "would not be bound", Tone::Bad, why_not(group)};
}

Verdict verdict_of(const GroupReport& group, const std::vector<BindingReport>& bindings, BindMode mode) {
  const auto wanted = static_cast<std::int64_t>(bindings.size());
  if (bindings.empty() || count_of(bindings, BindingResult::Skipped) == wanted) {
    if (bindings.empty() || !has_quorum(group)) { return verdict_without_bindings(group, mode); }
    return {mode == BindMode::Act ? "is not bound" : "would not be bound", Tone::Bad, bindings.front().message};
  }
  if (mode != BindMode::Act) {
    if (count_of(bindings, BindingResult::Failed) > 0) {
      return {"would not be bound", Tone::Bad, "the API server refuses it, see below"};
    }
    return {"would be bound", Tone::Good, members_bound(group, group.bound_at_end)};
  }
  // The state read back from the cluster counts, not the requests that bind sent.
  if (group.members.bound >= std::max<std::int64_t>(1, group.min_member)) {
    return {"is bound", Tone::Good, members_bound(group, group.members.bound)};
  }
  if (group.members.bound > 0) {
    return {"is bound in part", Tone::Bad,
            fmt::format("{}, below its quorum", members_bound(group, group.members.bound))};
  }
  return {"is not bound", Tone::Bad, members_bound(group, 0)};
}

// One row per pod.
Table wide_table(const std::vector<BindingReport>& bindings) {
  Table table({"NAME", "NODE", "RESULT", "MESSAGE"});
  for (const BindingReport& binding : bindings) {
    table.add_row({binding.pod, binding.node, model::word(binding.result), binding.message});
  }
  return table;
}

// One row per node and result: exact, and short if many equal pods go to few nodes.
Table folded_table(const std::vector<BindingReport>& bindings) {
  using Key = std::tuple<std::string, BindingResult, std::string>;
  std::map<Key, std::vector<std::string>> rows;
  bool has_messages = false;
  for (const BindingReport& binding : bindings) {
    rows[{binding.node, binding.result, binding.message}].push_back(binding.pod);
    has_messages = has_messages || !binding.message.empty();
  }
  std::vector<std::string> headers = {"NODE", "RESULT", "COUNT", "PODS"};
  if (has_messages) { headers.emplace_back("MESSAGE"); }
  Table table(std::move(headers));
  for (auto& [key, names] : rows) {
    const auto& [node, result, message] = key;
    const std::string count = fmt::format("{}", names.size());
    std::vector<Table::Cell> cells = {node, model::word(result), count, folded_names(std::move(names), "pod")};
    if (has_messages) { cells.emplace_back(message); }
    table.add_row(std::move(cells));
  }
  return table;
}

// Adds nothing if all were skipped: the verdict has the reason.
void add_bindings(Page& page, const std::vector<BindingReport>& bindings, Format format) {
  const auto all = static_cast<std::int64_t>(bindings.size());
  if (format != Format::Wide && count_of(bindings, BindingResult::Skipped) == all) { return; }
  page.gap();
  page.table(format == Format::Wide ? wide_table(bindings) : folded_table(bindings));
}

void add_bind_group(Page& page, const Report& report, const GroupReport& group, Format format) {
  const std::vector<BindingReport> bindings = bindings_of(report, group.namespace_name, group.name);
  const Verdict verdict = verdict_of(group, bindings, report.bind_mode);
  page.verdict(full_name(group), verdict.phrase, verdict.tone, verdict.rest);
  if (!has_quorum(group) && group.code != model::Code::WrongScheduler) { add_explanation(page, group); }
  if (has_quorum(group) && group.members.total > group.bound_at_end) {
    page.paragraph(fmt::format("{} beyond the quorum {} pending.",
                               counted(group.members.total - group.bound_at_end, "member"),
                               one_or_many(group.members.total - group.bound_at_end, "stays", "stay")),
                   k_bind_indent);
  }
  add_bindings(page, bindings, format);
  if (!has_quorum(group) && group.members.bound > 0) { // all members, also those that an earlier run has bound
    page.gap();
    page.table(format == Format::Wide ? wide_members_table(group.pods) : members_table(group.pods, &group));
  }
}

void add_loose_pods(Page& page, const Report& report, Format format) {
  if (report.pods.empty()) { return; }
  std::vector<BindingReport> bindings;
  std::copy_if(report.bindings.begin(), report.bindings.end(), std::back_inserter(bindings),
               [](const auto& binding) { return binding.group.empty(); });
  const auto all = static_cast<std::int64_t>(report.pods.size());
  const auto done =
      count_of(bindings, report.bind_mode == BindMode::Act ? BindingResult::Bound : BindingResult::WouldBind);
  page.verdict(fmt::format("{} of {} without a group", done, counted(all, "pod")),
               report.bind_mode == BindMode::Act ? one_or_many(done, "is bound", "are bound") : "would be bound",
               done == all ? Tone::Good : Tone::Bad, "");
  add_bindings(page, bindings, format);
}

// In binding order; groups without bindings come last.
std::vector<const GroupReport*> in_order(const Report& report) {
  const auto position = [&](const GroupReport& group) {
    const auto found = std::find_if(report.bindings.begin(), report.bindings.end(), [&](const auto& binding) {
      return binding.namespace_name == group.namespace_name && binding.group == group.name;
    });
    return found - report.bindings.begin();
  };
  std::vector<const GroupReport*> groups;
  for (const GroupReport& group : report.groups) { groups.push_back(&group); }
  std::stable_sort(groups.begin(), groups.end(),
                   [&](const auto* a, const auto* b) { return position(*a) < position(*b); });
  return groups;
}

// True if a group's verdict already reports this refusal.
bool is_told(const Report& report, std::string_view refusal) {
  return std::any_of(report.bindings.begin(), report.bindings.end(), [&](const BindingReport& binding) {
    return binding.result == BindingResult::Skipped && !binding.group.empty() &&
           refusal == fmt::format("{}/{}: {}", binding.namespace_name, binding.group, binding.message);
  });
}

} // namespace

std::string bind_text(const Report& report, Format format, const Style& style) {
  Page page(style);
  for (const GroupReport* const group : in_order(report)) {
    page.gap();
    add_bind_group(page, report, *group, format);
  }
  page.gap();
  add_loose_pods(page, report, format);
  page.gap();
  for (const std::string& refusal : report.refusals) {
    if (!is_told(report, refusal)) { page.bullet(refusal); }
  }
  page.gap();
  if (report.bind_mode == BindMode::Preview && count_of(report.bindings, BindingResult::WouldBind) > 0) {
    page.paragraph("Nothing has been bound. On the live cluster, --yes carries out this plan.");
  }
  if (report.bind_mode == BindMode::ServerDryRun && !report.bindings.empty()) {
    page.paragraph("Nothing has been bound: the API server was asked whether it would take each binding.");
  }
  add_footing(page, report, format);
  return page.text();
}

} // namespace report
