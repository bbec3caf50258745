// SPDX-License-Identifier: Apache-2.0
// Further facts about a group beyond its verdict and cause.
#include "report/words/remarks.hpp"

#include "model/values/time.hpp"
#include "report/english.hpp"
#include "report/words/asked_words.hpp"
#include "report/words/dialect_remarks.hpp"
#include "report/words/gate_words.hpp"
#include "report/words/member_fate.hpp"
#include "report/words/member_names.hpp"
#include "report/words/sentences.hpp"
#include "util/concat.hpp"
#include "util/terminal_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

namespace report {

namespace {

using model::GroupReport;
using model::GroupVerdict;

constexpr std::size_t k_most_ahead = 3, k_most_victims = 4;

// Coscheduling has podGroupBackoffSeconds since v0.26.7; a policy without a version is the current one.
bool knows_backoff(std::string_view policy) {
  constexpr std::string_view k_current = "coscheduling", k_prefix = "coscheduling@v";
  if (policy == k_current) { return true; }
  if (!policy.starts_with(k_prefix)) { return false; }
  policy.remove_prefix(k_prefix.size());
  std::array<int, 3> version = {0, 0, 0};
  const char* at = policy.data();
  const char* const end = policy.data() + policy.size();
  for (int& part : version) {
    const auto [rest, error] = std::from_chars(at, end, part);
    if (error != std::errc() || rest == end) { break; }
    at = rest + 1; // the dot
  }
  return version >= std::array<int, 3>{0, 26, 7};
}

// The run of the group alone shows whether groups earlier in the queue matter. It does not ask the gates again, so it
// does not show what the others use of a quota.
std::string effect_of_the_others(const GroupReport& group) {
  if (!group.alone || shut_gate(group) != nullptr) { return ""; }
  const bool alone = group.alone->first == GroupVerdict::Fits || group.alone->first == GroupVerdict::Satisfied;
  const bool one = group.ahead.size() == 1;
  if (group.verdict == GroupVerdict::DoesNotFit && !alone) {
    return fmt::format(". Without {}, this group still does not start", one ? "it" : "them");
  }
  return "";
}

// It starts although others come first. Another scheduler may keep nodes for them.
bool starts_after_others(const GroupReport& group) {
  if (is_approximated(group)) { return false; }
  const bool alone = group.alone && group.alone->first == GroupVerdict::Fits;
  return (group.verdict == GroupVerdict::Fits || group.starts) && alone;
}

} // namespace

std::string preempted_remark(const GroupReport& group) {
  if (group.verdict != GroupVerdict::Fits && group.verdict != GroupVerdict::Satisfied) { return ""; }
  std::vector<std::string> members, preemptors;
  std::int64_t kept = 0;
  for (const model::PodReport& pod : group.pods) {
    if (pod.preemptor.empty()) {
      kept += pod.outcome == model::Outcome::AlreadyBound || pod.outcome == model::Outcome::Bound ? 1 : 0;
      continue;
    }
    members.push_back(pod.name);
    if (std::ranges::find(preemptors, pod.preemptor) == preemptors.end()) { preemptors.push_back(pod.preemptor); }
  }
  if (members.empty()) { return ""; }
  const std::string then = kept >= quorum(group)
                               ? std::string("the quorum keeps running")
                               : fmt::format("then {} of the {} that it needs {} a node", kept,
                                             counted(quorum(group), "member"), one_or_many(kept, "has", "have"));
  return fmt::format("The scheduler may preempt {} for {}; {}.", folded_names(std::move(members)),
                     listed_up_to(preemptors, k_most_victims), then);
}

std::string surplus_remark(const GroupReport& group) {
  if (group.verdict != GroupVerdict::Fits && group.verdict != GroupVerdict::Satisfied) { return ""; }
  const auto preempted = std::ranges::count_if(group.pods, is_preempted);
  const std::int64_t out = group.members.total - group.bound_at_end - preempted;
  if (out <= 0) { return ""; }
  const model::Asked* const open =
      group.verdict == GroupVerdict::Satisfied ? first_with(group.asked, model::Reply::NotAsked) : nullptr;
  if (open != nullptr) {
    return fmt::format("Whether {} beyond the quorum {} is unknown: {}.", counted(out, "member"),
                       one_or_many(out, "starts", "start"), open->because);
  }
  std::int64_t refused = 0;
  std::string why;
  for (const model::PodReport& pod : group.pods) {
    std::string refusal = refused_creation(pod);
    if (refusal.empty()) { continue; }
    ++refused;
    if (why.empty()) { why = std::move(refusal); }
  }
  const std::string_view without = one_or_many(out, "it", "them");
  const std::string_view go_on = group.verdict == GroupVerdict::Satisfied ? "run" : "start";
  if (refused == 0) {
    return fmt::format("{} beyond the quorum {} pending; the others {} without {}.", counted(out, "member"),
                       one_or_many(out, "stays", "stay"), go_on, without);
  }
  const std::string others =
      refused < out ? fmt::format("; {} more {} pending", out - refused, one_or_many(out - refused, "stays", "stay"))
                    : "";
  return fmt::format("{} beyond the quorum {} not created: {}{}. The others {} without {}.", counted(refused, "member"),
                     one_or_many(refused, "is", "are"), why, others, go_on, without);
}

// Other schedulers have their own rules about members that are being deleted.
std::string leaving_remark(const GroupReport& group) {
  if (is_approximated(group)) { return ""; }
  if (group.verdict != GroupVerdict::Fits && group.verdict != GroupVerdict::Satisfied) { return ""; }
  std::vector<std::string> leaving;
  for (const model::PodReport& pod : group.pods) {
    if (pod.terminating && pod.outcome == model::Outcome::AlreadyBound) { leaving.push_back(pod.name); }
  }
  const auto count = static_cast<std::int64_t>(leaving.size());
  const std::int64_t left = group.bound_at_end - count;
  if (count == 0 || left >= quorum(group)) { return ""; }
  return fmt::format("{} {} being deleted and still {}; without {}, {} of the {} that it needs {} a node.",
                     folded_names(std::move(leaving)), one_or_many(count, "is", "are"),
                     one_or_many(count, "counts", "count"), one_or_many(count, "it", "them"), left,
                     counted(quorum(group), "member"), one_or_many(left, "has", "have"));
}

std::string permit_remark(const GroupReport& group) {
  const model::Evidence& evidence = group.evidence;
  if (evidence.waited <= 0) { return ""; }
  const std::string_view hold = one_or_many(evidence.waited, "holds its node", "hold their nodes");
  const std::string time =
      evidence.permit_wait_seconds > 0
          ? fmt::format(" for {}", model::go_duration_text(evidence.permit_wait_seconds * 1'000'000'000))
          : "";
  const std::string why =
      evidence.reject_percentage > 0
          ? fmt::format(": no more than podGroupRejectPercentage ({} %) of minMember is missing, so they "
                        "wait instead of being rejected at once",
                        evidence.reject_percentage)
          : "";
  return fmt::format("{} {}{} until the wait at Permit times out{}.", counted(evidence.waited, "member"), hold, time,
                     why);
}

std::string victims_remark(const GroupReport& group) {
  if (group.verdict != GroupVerdict::DoesNotFit || group.code == model::Code::WaitingForPreemption) { return ""; }
  std::vector<std::string> victims;
  for (const model::PodReport& pod : group.pods) {
    for (const std::string& victim : pod.victims) {
      if (std::find(victims.begin(), victims.end(), victim) == victims.end()) { victims.push_back(victim); }
    }
  }
  if (victims.empty()) { return ""; }
  return fmt::format("The scheduler preempts {} for this group, and the group still does not start.",
                     listed_up_to(victims, k_most_victims));
}

std::string queue_remark(const GroupReport& group, const std::vector<std::string>& losers) {
  std::vector<model::QueueRef> ahead = group.ahead;
  std::erase_if(ahead, [&](const model::QueueRef& ref) {
    return std::ranges::find(losers, fmt::format("{}/{}", ref.namespace_name, ref.name)) != losers.end();
  });
  if (ahead.empty() || !group.evidence.takers.empty()) { return ""; } // takers are ahead, and were named before
  return fmt::format("Earlier in the queue{}: {}{}.{}",
                     starts_after_others(group) ? ", but without effect on this group" : "",
                     listed_up_to(ref_texts(ahead), k_most_ahead), effect_of_the_others(group), earlier_remark(group));
}

std::string stored_remark(const GroupReport& group) {
  if (!group.stored || !group.stored->stale) { return ""; }
  std::string text;
  if (group.phase && !group.stored->phase.empty() && group.stored->phase != group.phase->phase) {
    text = fmt::format("The PodGroup's status ({}) is out of date; its controller would now set {}.",
                       group.stored->phase, group.phase->phase);
  }
  if (group.verdict == GroupVerdict::Fits && !group.stored->message.empty() && group.stored->reason.empty()) {
    text += fmt::format("{}Its pods still show the scheduler's last rejection, which no longer applies.",
                        text.empty() ? "" : " ");
  }
  return text;
}

// Other schedulers retry by their own rules.
std::string spins_remark(const GroupReport& group) {
  if (!group.spins || is_approximated(group)) { return ""; }
  constexpr std::string_view k_forever = "The scheduler retries this group in a loop that only chance can end.";
  return knows_backoff(group.policy)
             ? fmt::format("{} Set podGroupBackoffSeconds in the Coscheduling arguments to stop it.", k_forever)
             : std::string(k_forever);
}

std::string ties_sentence(const model::Robustness& found, bool fits) {
  const std::string_view otherwise = fits ? "does not fit" : "fits";
  if (found.tie_orders == 0) { return "Score ties make no difference."; }
  if (found.tie_flips == 0) {
    return fmt::format("Score ties make no difference: {}{} to break them {} tried.", found.all_ties ? "all " : "",
                       counted(found.tie_orders, "other way"), one_or_many(found.tie_orders, "was", "were"));
  }
  return fmt::format(
      "The answer depends on score ties, which the scheduler breaks at random: with {} of {} other {} to break "
      "them, it {}.",
      found.tie_flips, found.tie_orders, one_or_many(found.tie_orders, "way", "ways"), otherwise);
}

// About `runs` that went another way in `what`; empty if there were none. `place`: "in" or "at"; `run`: one of them.
std::string other_runs_sentence(std::int64_t runs, std::int64_t flips, std::string_view what, std::string_view place,
                                std::string_view run, bool fits) {
  if (runs == 0) { return ""; }
  if (flips == 0) { return fmt::format(" It makes no difference {}, {} {}.", what, place, counted(runs, run)); }
  return fmt::format(" The answer depends on {}: {} {} of {}, it {}.", what, place, flips, counted(runs, run),
                     fits ? "does not fit" : "fits");
}

std::string robustness_remark(const GroupReport& group) {
  if (!group.robustness) { return ""; }
  const model::Robustness& found = *group.robustness;
  const bool fits = group.verdict == GroupVerdict::Fits;
  std::string text = ties_sentence(found, fits) +
                     other_runs_sentence(found.searches, found.search_flips, "which nodes the scheduler finds first",
                                         "in", "other run", fits) +
                     other_runs_sentence(found.speeds, found.speed_flips, "how fast the API server deletes victims",
                                         "at", "other speed", fits);
  if (found.nodes == 0) { return text; }
  if (found.needed_nodes.empty()) {
    return fmt::format("{} It still fits without any one of its {}.", text, counted(found.nodes, "node"));
  }
  return fmt::format("{} Of its {}, it needs {}.", text, counted(found.nodes, "node"),
                     listed_up_to(found.needed_nodes, k_most_ahead));
}

std::string what_if_remark(const model::Report& report) {
  return report.what_ifs.empty() ? "" : fmt::format("What if: {}.", util::joined(report.what_ifs, "; "));
}

std::string assumptions_remark(const model::Report& report, Detail detail, int columns) {
  std::vector<std::string> clauses = report.assumptions;
  const std::size_t specific = clauses.size();
  for (std::string& clause : general_assumptions(report)) { clauses.push_back(std::move(clause)); }
  if (clauses.empty()) { return ""; }
  if (detail == Detail::Full) { return fmt::format("Assumed: {}.", util::joined(clauses, "; ")); }
  std::string text = "Assumed: ";
  bool is_whole = true;
  std::size_t shown = 0;
  for (const std::string& clause : clauses) {
    constexpr int k_rest = 28; // "; and 9 more (see -o wide)."
    const std::string brief_clause = clause.substr(0, clause.find(" ("));
    const int width = util::display_width(text) + 2 + util::display_width(brief_clause);
    if (shown > 0 && shown >= specific && width + k_rest > columns) { break; }
    text += (shown == 0 ? "" : "; ") + brief_clause;
    is_whole = is_whole && brief_clause == clause;
    ++shown;
  }
  if (shown < clauses.size()) { text += fmt::format("; and {} more", clauses.size() - shown); }
  return text + (is_whole && shown == clauses.size() ? "." : " (see -o wide).");
}

std::string problems_remark(const model::Report& report) {
  const auto count = static_cast<std::int64_t>(report.problems.size());
  if (count == 0) { return ""; }
  return fmt::format("The input has {}; see the warnings.", counted(count, "problem"));
}

} // namespace report
