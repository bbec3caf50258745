// SPDX-License-Identifier: Apache-2.0
#include "report/words/member_fate.hpp"

#include "model/report/report_words.hpp"

#include <algorithm>

namespace report {

using model::Code;
using model::GroupReport;
using model::Outcome;

bool has_left_over(const GroupReport& group) {
  const bool counts_places = group.code == Code::Fragmented || group.code == Code::NotEnoughRoom ||
                             group.code == Code::GreedyMiss || group.code == Code::TakenByOthersAhead;
  return group.verdict == model::GroupVerdict::DoesNotFit && counts_places && !group.evidence.pods.empty();
}

Outcome shown_outcome(const model::PodReport& pod, const GroupReport* group) {
  const bool failed = pod.outcome == Outcome::Unschedulable || pod.outcome == Outcome::Rejected;
  if (group == nullptr || !failed || !has_left_over(*group)) { return pod.outcome; }
  const bool is_left = std::ranges::find(group->evidence.pods, pod.name) != group->evidence.pods.end();
  return is_left ? Outcome::Unschedulable : Outcome::Rejected;
}

bool is_preempted(const model::PodReport& pod) {
  return pod.outcome == Outcome::NotAttempted && !pod.preemptor.empty();
}

std::string_view status_word(Outcome outcome) {
  switch (outcome) {
  case Outcome::AlreadyBound:
    return "Bound";
  case Outcome::Bound:
    return "WouldBind";
  default:
    return model::word(outcome);
  }
}

std::int64_t placed_members(const GroupReport& group) {
  return has_left_over(group) ? group.evidence.have : group.bound_at_end;
}

std::string refused_creation(const model::PodReport& pod) {
  if (pod.outcome != Outcome::NotAttempted || pod.reasons.empty()) { return {}; }
  const model::ReasonCount& why = pod.reasons.front();
  return why.plugin == model::word(model::GateKind::ResourceQuota) ? why.reason : std::string();
}

} // namespace report
