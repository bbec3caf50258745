// SPDX-License-Identifier: Apache-2.0
// Further facts about a group beyond its verdict and cause.
#include "report/words/remarks.hpp"

#include "model/values/time.hpp"
#include "report/english.hpp"
#include "report/words/sentences.hpp"
#include "util/concat.hpp"

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

// The run of the group alone shows whether groups earlier in the queue matter.
std::string effect_of_the_others(const GroupReport& group) {
  if (!group.alone) { return ""; }
  const bool alone = group.alone->first == GroupVerdict::Fits || group.alone->first == GroupVerdict::Satisfied;
  const bool one = group.ahead.size() == 1;
  if (group.verdict == GroupVerdict::DoesNotFit && !alone) {
    return fmt::format(". Without {}, it would not fit either", one ? "that" : "them");
  }
  if ((group.verdict == GroupVerdict::Fits || group.starts) && alone) {
    return one ? ", which takes nothing it needs" : ", who take nothing it needs";
  }
  return "";
}

} // namespace

std::string surplus_remark(const GroupReport& group) {
  if (group.verdict != GroupVerdict::Fits && group.verdict != GroupVerdict::Satisfied) { return ""; }
  const std::int64_t out = group.members.total - group.bound_at_end;
  if (out <= 0) { return ""; }
  return fmt::format("{} beyond the quorum {} pending; that does not hold up the others.", counted(out, "member"),
                     one_or_many(out, "stays", "stay"));
}

std::string permit_remark(const GroupReport& group) {
  const model::Evidence& evidence = group.evidence;
  if (evidence.waited <= 0) { return ""; }
  const std::string_view hold = one_or_many(evidence.waited, "holds its place", "hold their places");
  const std::string time =
      evidence.permit_wait_seconds > 0
          ? fmt::format(" for {}", model::go_duration_text(evidence.permit_wait_seconds * 1'000'000'000))
          : "";
  const std::string why =
      evidence.reject_percentage > 0
          ? fmt::format(": no more than podGroupRejectPercentage ({} %) of minMember is missing, so they "
                        "wait instead of giving up at once",
                        evidence.reject_percentage)
          : "";
  return fmt::format("{} {}{} before the wait at Permit times out, in vain{}.", counted(evidence.waited, "member"),
                     hold, time, why);
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
  return fmt::format("The scheduler preempts {} for it, in vain.", listed_up_to(victims, k_most_victims));
}

std::string queue_remark(const GroupReport& group) {
  if (group.ahead.empty() || !group.evidence.takers.empty()) { return ""; } // an earlier sentence names the takers
  return fmt::format("Ahead of it in the queue: {}{}.", listed_up_to(ref_texts(group.ahead), k_most_ahead),
                     effect_of_the_others(group));
}

std::string stored_remark(const GroupReport& group) {
  if (!group.stored || !group.stored->stale) { return ""; }
  std::string text;
  if (group.phase && !group.stored->phase.empty() && group.stored->phase != group.phase->phase) {
    text = fmt::format("Its status says {}; from its pods the PodGroup controller would make that {}.",
                       group.stored->phase, group.phase->phase);
  }
  if (group.verdict == GroupVerdict::Fits && !group.stored->message.empty() && group.stored->reason.empty()) {
    text += fmt::format("{}The scheduler's last word on its pods was a refusal, which holds no longer.",
                        text.empty() ? "" : " ");
  }
  return text;
}

std::string spins_remark(const GroupReport& group) {
  if (!group.spins) { return ""; }
  std::string text = "The live scheduler would retry this without end";
  if (knows_backoff(group.policy)) { text += "; podGroupBackoffSeconds in the arguments of Coscheduling stops that"; }
  return text + '.';
}

std::string ties_sentence(const model::Robustness& found, bool fits) {
  const std::string_view otherwise = fits ? "does not fit" : "fits";
  if (found.tie_orders == 0) { return "Ties of scores make no difference."; }
  if (found.tie_flips == 0) {
    return fmt::format("Ties of scores make no difference: {}{} to break them {} tried.", found.all_ties ? "all " : "",
                       counted(found.tie_orders, "other way"), one_or_many(found.tie_orders, "was", "were"));
  }
  return fmt::format(
      "It hangs on ties of scores, which the scheduler breaks at random: with {} of {} other {} to break "
      "them it {}.",
      found.tie_flips, found.tie_orders, one_or_many(found.tie_orders, "way", "ways"), otherwise);
}

std::string robustness_remark(const GroupReport& group) {
  if (!group.robustness) { return ""; }
  const model::Robustness& found = *group.robustness;
  std::string text = ties_sentence(found, group.verdict == GroupVerdict::Fits);
  if (found.nodes == 0) { return text; }
  if (found.needed_nodes.empty()) {
    return fmt::format("{} It would still fit if any one of its {} were lost.", text, counted(found.nodes, "node"));
  }
  return fmt::format("{} Of its {}, it could not do without {}.", text, counted(found.nodes, "node"),
                     listed_up_to(found.needed_nodes, k_most_ahead));
}

std::string what_if_remark(const model::Report& report) {
  return report.what_ifs.empty() ? "" : fmt::format("What if: {}.", util::joined(report.what_ifs, "; "));
}

std::string assumptions_remark(const model::Report& report) {
  return report.assumptions.empty() ? "" : fmt::format("Assumed: {}.", util::joined(report.assumptions, "; "));
}

std::string problems_remark(const model::Report& report) {
  const auto count = static_cast<std::int64_t>(report.problems.size());
  if (count == 0) { return ""; }
  return fmt::format("The input has {} (see the warnings); what {} may be missing here.", counted(count, "problem"),
                     one_or_many(count, "it concerns", "they concern"));
}

} // namespace report
