// SPDX-License-Identifier: Apache-2.0
// dry-run, as text: first yes or no, then the state now and at its turn, then the placements.
#include "model/report/report_words.hpp"
#include "report/english.hpp"
#include "report/layout/outlets.hpp"
#include "report/text/blocks.hpp"
#include "report/text/cluster_text.hpp"
#include "report/text/members_table.hpp"
#include "report/words/asked_words.hpp"
#include "report/words/expansion_words.hpp"
#include "report/words/sentences.hpp"
#include "report/words/sizing_words.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace report {

namespace {

using model::GroupReport;
using model::GroupVerdict;
using model::Outcome;
using model::Report;

constexpr std::size_t k_most_expansions = 8; // further ones are only counted; -o wide lists all

bool starts_or_runs(const GroupReport& group) {
  return group.verdict == GroupVerdict::Fits || group.verdict == GroupVerdict::Satisfied;
}

// The object by which the user knows the group: its job, if one job creates exactly this group.
std::string subject(const Report& report, const GroupReport& group) {
  const model::Expansion* source = nullptr;
  for (const model::Expansion& expansion : report.expansions) {
    const bool makes_it = expansion.namespace_name == group.namespace_name &&
                          std::any_of(expansion.groups.begin(), expansion.groups.end(),
                                      [&](const auto& made) { return made.name == group.name; });
    if (!makes_it) { continue; }
    if (source || expansion.groups.size() > 1) { return "group " + full_name(group); }
    source = &expansion;
  }
  return source ? source_name(*source) : "group " + full_name(group);
}

std::string rest(const GroupReport& group) {
  if (group.verdict != GroupVerdict::Fits) { return brief(group); }
  return fmt::format("{} of {} placed ({})", group.bound_at_end, counted(group.members.total, "member"),
                     quorum_label(group));
}

// True if something above the scheduler holds back every pod, so that the run shows nothing about capacity.
bool holds_all(const Report& report) {
  return report.groups.empty() && !report.pods.empty() &&
         std::all_of(report.pods.begin(), report.pods.end(), [](const model::PodReport& pod) {
           return pod.outcome == Outcome::NotAttempted || pod.outcome == Outcome::Gated;
         });
}

// If the ledger has decided already, the simulation's result concerns capacity alone.
void add_verdict(Page& page, const Report& report, std::string_view text) {
  if (ledger_decides(report) && holds_all(report)) { return; }
  if (ledger_decides(report)) { return page.paragraph(fmt::format("Capacity alone: {}.", text), 2); }
  page.verdict("", model::word(report.verdict), tone_of(report.verdict), text);
  add_copies(page, report);
}

// Groups and pods that would start or keep running without the job, but not with it.
void add_losers(Page& page, const Report& report, int indent) {
  if (report.losers.empty()) { return; }
  page.paragraph(fmt::format("It would displace {}.", listed_up_to(report.losers, 4)), indent);
}

void add_one_group(Page& page, const Report& report, const GroupReport& group, Format format) {
  const std::string what = subject(report, group);
  if (group.verdict == GroupVerdict::Satisfied) {
    add_verdict(page, report, fmt::format("{} already has its quorum: {}", what, brief(group)));
  } else if (group.verdict == GroupVerdict::Idle) {
    add_verdict(page, report, fmt::format("{} has nothing to start: {}", what, brief(group)));
  } else if (group.verdict == GroupVerdict::Unknown) {
    const std::string unasked = unasked_words(group, fmt::format(" for {}", what));
    const bool is_told = ledger_decides(report) && group.code == model::Code::InputIncomplete; // which list is missing
    if (!unasked.empty()) {
      add_verdict(page, report, unasked);
    } else if (!is_told) {
      add_verdict(page, report, fmt::format("whether {} would start is unknown: {}", what, brief(group)));
    }
  } else {
    add_verdict(page, report,
                fmt::format("{} would {}start: {}", what, starts_or_runs(group) ? "" : "not ", rest(group)));
  }
  add_explanation(page, group);
  if (starts_or_runs(group) && group.alone && group.ahead.empty()) { page.paragraph("It is first in the queue.", 2); }
  add_losers(page, report, 2);
  add_fixes(page, group);
  add_foresight(page, group);
  page.gap();
  page.caption(k_members);
  if (format == Format::Wide) {
    page.table(wide_members_table(group.pods));
  } else {
    page.table(starts_or_runs(group) || group.starts ? placements_table(group.pods)
                                                     : members_table(group.pods, &group));
  }
  if (format == Format::Html) { page.folded(k_own_words, wide_members_table(group.pods)); }
}

std::string pods_line(const Report& report) {
  const auto placed = std::count_if(report.pods.begin(), report.pods.end(), [](const auto& pod) {
    return pod.outcome == Outcome::Bound || pod.outcome == Outcome::AlreadyBound;
  });
  const auto all = static_cast<std::int64_t>(report.pods.size());
  const std::string what = report.expansions.size() == 1 ? source_name(report.expansions.front()) : "the file";
  const auto partial = std::find_if(report.asked.begin(), report.asked.end(), [](const model::Asked& entry) {
    return entry.authority == model::Authority::Queue && entry.reply == model::Reply::Allows &&
           entry.because.ends_with("(minCount)");
  });
  const std::string line = fmt::format("{} would {}start completely: {} of {} placed", what,
                                       placed == all ? "" : "not ", placed, counted(all, "pod"));
  return partial == report.asked.end() ? line : fmt::format("{}; {}", line, partial->because);
}

std::string groups_line(const Report& report) {
  const auto all = static_cast<std::int64_t>(report.groups.size());
  const auto starting = std::count_if(report.groups.begin(), report.groups.end(), starts_or_runs);
  const std::string pods =
      report.pods.empty()
          ? ""
          : fmt::format(", and {} without a group", counted(static_cast<std::int64_t>(report.pods.size()), "pod"));
  const auto first = std::find_if(report.groups.begin(), report.groups.end(),
                                  [](const auto& group) { return !starts_or_runs(group); });
  if (report.verdict == model::Verdict::Unknown && run_starts(report) && first != report.groups.end()) {
    const model::Asked* const open = first_with(first->asked, model::Reply::NotAsked);
    return fmt::format("capacity suffices for {}{}; {}", counted(all, "group"), pods,
                       open == nullptr ? brief(*first) : open->because);
  }
  const std::string cause =
      first == report.groups.end() ? "" : fmt::format("; {}: {}", full_name(*first), brief(*first));
  return fmt::format("{} of {} would start{}{}", starting, counted(all, "group"), pods, cause);
}

// No pod waits for a scheduler: there is none, or each runs already or names its node.
void add_verdict_without_waiting(Page& page, const Report& report) {
  std::int64_t pods = 0, wanted = 0;
  for (const model::Expansion& expansion : report.expansions) {
    for (const model::Expansion::Role& role : expansion.roles) {
      pods += std::ssize(role.pods);
      wanted += role.count;
    }
  }
  if (wanted < pods) { // the file removes some
    return add_verdict(page, report,
                       fmt::format("no pod has to start: {} already, and the file asks for {}",
                                   pods == 1 ? "1 has a node" : fmt::format("{} have nodes", pods), wanted));
  }
  if (pods > 0) {
    return add_verdict(page, report,
                       pods == 1 ? "its pod has a node already" : fmt::format("its {} pods have nodes already", pods));
  }
  if (!ledger_decides(report)) { add_verdict(page, report, "the file creates no pods"); }
}

void add_answer(Page& page, const Report& report, Format format) {
  if (report.groups.size() == 1 && report.pods.empty()) {
    return add_one_group(page, report, report.groups.front(), format);
  }
  if (report.groups.empty() && report.pods.empty()) { return add_verdict_without_waiting(page, report); }
  add_verdict(page, report, report.groups.empty() ? pods_line(report) : groups_line(report));
  if (report.groups.empty()) { add_pod_causes(page, report.pods); }
  add_losers(page, report, 2);
  if (report.groups.empty()) { add_fixes(page, report.owners); }
  for (const GroupReport& group : report.groups) {
    page.gap();
    add_group(page, group, format);
  }
  page.gap();
  if (!report.groups.empty()) {
    add_pods(page, report.pods, format, report.owners);
  } else {
    page.table(format == Format::Wide ? wide_members_table(report.pods) : members_table(report.pods, nullptr));
  }
}

void add_expansions(Page& page, const Report& report, Format format) {
  page.gap();
  const std::size_t all = report.expansions.size();
  const std::size_t shown = format == Format::Wide || all <= k_most_expansions ? all : k_most_expansions - 1;
  for (std::size_t i = 0; i < shown; ++i) { page.paragraph(expansion_sentence(report.expansions[i], report.groups)); }
  if (shown < all) { page.paragraph(fmt::format("{} more objects also create pods.", all - shown)); }
}

} // namespace

void add_dry_run(Page& page, const Report& report, Format format) {
  add_refusals(page, report);
  add_ledger(page, report);
  if (report.refusals.empty() || !report.groups.empty() || !report.pods.empty()) { add_answer(page, report, format); }
  add_sizes(page, report, format);
  add_expansions(page, report, format);
  if (report.groups.size() == 1 && report.pods.empty()) { add_afterwards(page, report.groups.front(), report.losers); }
}

std::string dry_run_text(const Report& report, Format format, const Style& style) {
  Page page(style);
  add_dry_run(page, report, format);
  add_cluster(page, report);
  add_footing(page, report, format);
  return page.text();
}

} // namespace report
