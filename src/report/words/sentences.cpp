// SPDX-License-Identifier: Apache-2.0
// A group's verdict in a few words, by code, and that with the cause as a sentence.
#include "report/words/sentences.hpp"

#include "report/english.hpp"
#include "report/words/asked_words.hpp"
#include "report/words/fix_words.hpp"
#include "report/words/gate_words.hpp"
#include "report/words/lint_words.hpp"
#include "report/words/verify_words.hpp"
#include "report/write.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace report {

namespace {

using model::Code;
using model::GroupReport;
using model::GroupVerdict;

std::string with_quorum(const GroupReport& group, std::string_view text) {
  return fmt::format("{} ({})", text, quorum_label(group));
}

// "1 of its 3 members can be placed"
std::string of_members(const GroupReport& group, std::int64_t count, std::string_view what) {
  if (group.members.total == 1) { return fmt::format("its only member {}{}", count == 0 ? "cannot " : "can ", what); }
  if (count <= 0) { return fmt::format("none of its {} can {}", counted(group.members.total, "member"), what); }
  return fmt::format("{} of its {} can {}", count, counted(group.members.total, "member"), what);
}

// True if `have` was counted: completely empty evidence means that no code set it.
bool counted_places(const GroupReport& group) {
  const model::Evidence& evidence = group.evidence;
  return evidence.have > 0 || !evidence.pods.empty() || !evidence.shortages.empty() || !evidence.reasons.empty();
}

std::string can_be_placed(const GroupReport& group) {
  if (!counted_places(group)) { return with_quorum(group, "too few of its members can be placed"); }
  return with_quorum(group, of_members(group, group.evidence.have, "be placed"));
}

std::string input_incomplete(const GroupReport& group) {
  if (std::string words = unasked_words(group, ""); !words.empty()) { return words; }
  if (group.gates.empty()) { return "the input lacks a list that decides about it"; }
  return fmt::format("{} would let it in, and only then are its pods made", gate_object(group.gates.back()));
}

std::string not_modelled(const GroupReport& group) {
  if (std::string words = unasked_words(group, ""); !words.empty()) { return words; }
  return "a rule that is not simulated decides about it";
}

std::string group_not_found(const GroupReport& group) {
  return fmt::format("there is no {} {} in namespace {}", model::facts_of(group.dialect).kind, group.name,
                     group.namespace_name);
}

std::string wrong_scheduler(const GroupReport& group) {
  const model::Asked* const refusal = first_with(group.asked, model::Reply::Refuses);
  if (group.evidence.scheduler.empty() && refusal != nullptr) { return refusal->because; }
  if (group.evidence.scheduler.empty()) { return "no scheduler serves its pods"; }
  const auto pods = static_cast<std::int64_t>(group.evidence.pods.size());
  const std::string whose = pods == group.members.total - group.members.bound
                                ? "its pods"
                                : fmt::format("{} of its {}", pods, counted(group.members.total, "pod"));
  return fmt::format("no scheduler serves the schedulerName {} of {}", group.evidence.scheduler, whose);
}

std::string members_deleted(const GroupReport& group) {
  const model::Asked* const refusal = first_with(group.asked, model::Reply::Refuses);
  return refusal == nullptr ? "its pods are being deleted" : refusal->because;
}

std::string not_enough_members(const GroupReport& group) {
  const std::int64_t have = existing(group);
  const std::string& part = group.evidence.sub_group;
  if (!part.empty()) {
    return with_quorum(group,
                       fmt::format("{} of the {} that its part {} needs {}", have, counted(quorum(group), "member"),
                                   part, one_or_many(have, "exists", "exist")));
  }
  if (const std::string& partner = group.evidence.partner; !partner.empty()) {
    if (group.evidence.needed <= 0) {
      return with_quorum(group, fmt::format("the gang {}, which must start with it, does not exist", partner));
    }
    return with_quorum(group, fmt::format("{} of the {} that the gang {} needs {}, and both must start together",
                                          group.evidence.have, counted(group.evidence.needed, "member"), partner,
                                          one_or_many(group.evidence.have, "exists", "exist")));
  }
  if (have > 0 && group.evidence.pods.empty() && have < group.members.total) { // terminating, or running already
    return with_quorum(group,
                       fmt::format("only {} of its {} {} toward it", have, counted(group.members.total, "member"),
                                   one_or_many(have, "counts", "count")));
  }
  if (have >= quorum(group)) { return with_quorum(group, "some of the members that it needs do not exist"); }
  if (have <= 0) {
    return with_quorum(group, fmt::format("none of the {} that it needs exists", counted(quorum(group), "member")));
  }
  return with_quorum(group, fmt::format("{} of the {} that it needs {}", have, counted(quorum(group), "member"),
                                        one_or_many(have, "exists", "exist")));
}

std::string members_gated(const GroupReport& group) {
  const std::int64_t gated =
      std::max<std::int64_t>(group.members.gated, static_cast<std::int64_t>(group.evidence.pods.size()));
  if (group.members.total == 1) { return with_quorum(group, "its only member is gated"); }
  if (gated <= 0) { return with_quorum(group, "too many of its members are gated"); }
  return with_quorum(group, fmt::format("{} of its {} {} gated", gated, counted(group.members.total, "member"),
                                        one_or_many(gated, "is", "are")));
}

std::string members_disagree(const GroupReport& group) {
  if (group.evidence.hints.size() < 3) { return "its members differ, and its scheduler refuses that"; }
  return fmt::format("its members differ in {}: {} and {}", group.evidence.hints[0], group.evidence.hints[1],
                     group.evidence.hints[2]);
}

std::string min_resources_short(const GroupReport& group) {
  return with_quorum(group, "its minResources exceeds the free capacity of the whole cluster");
}

std::string group_backing_off(const GroupReport&) { return "it failed a moment ago and is in back-off"; }

std::string volume_not_ready(const GroupReport& group) {
  return group.evidence.pod.empty() ? "a volume that it needs is not ready"
                                    : fmt::format("a volume of {} is not ready", group.evidence.pod);
}

std::string no_nodes(const GroupReport&) { return "there are no nodes"; }

std::string waiting_for_preemption(const GroupReport&) {
  return "the pods that were preempted for it have not ended yet";
}

std::string no_feasible_node(const GroupReport& group) {
  const std::int64_t have = group.evidence.have, total = group.members.total;
  if (!counted_places(group)) { return with_quorum(group, "too few of its members have a node"); }
  // Nodes that take a member only after preemption count here as those that do not.
  const bool preempts =
      std::ranges::any_of(group.pods, [](const model::PodReport& pod) { return !pod.victims.empty(); });
  const std::string_view without = preempts ? "without preemption, " : "";
  if (total == 1) { return with_quorum(group, fmt::format("{}no node takes its only member", without)); }
  if (have <= 0) {
    return with_quorum(group, fmt::format("{}no node takes any of its {}", without, counted(total, "member")));
  }
  const std::int64_t out = total - have;
  return with_quorum(group, fmt::format("{} of its {} {} a node, and no node takes {}", have, counted(total, "member"),
                                        one_or_many(have, "has", "have"),
                                        out == 1 ? std::string("the other") : fmt::format("the other {}", out)));
}

std::string taken_by_others(const GroupReport& group) {
  const bool by_others = !group.evidence.takers_behind.empty() || !group.evidence.holders.empty();
  if (by_others) { return with_quorum(group, "it fits now, but others use the capacity before its turn"); }
  return with_quorum(group, "it fits now, but others earlier in the queue use the capacity first");
}

std::string greedy_miss(const GroupReport& group) {
  return with_quorum(group, "a placement exists, but the scheduler places one pod at a time and misses it");
}

struct CauseWords {
  Code code;
  std::string (*brief)(const GroupReport&);
};

// One row per code, in the order of model::Code.
constexpr CauseWords k_cause_words[] = {
    {Code::InputIncomplete, input_incomplete},
    {Code::NotModelled, not_modelled},
    {Code::GroupNotFound, group_not_found},
    {Code::WrongScheduler, wrong_scheduler},
    {Code::MembersDeleted, members_deleted},
    {Code::NotEnoughMembers, not_enough_members},
    {Code::MembersGated, members_gated},
    {Code::QueueGate, gate_brief},
    {Code::MembersDisagree, members_disagree},
    {Code::MinResourcesShort, min_resources_short},
    {Code::GroupBackingOff, group_backing_off},
    {Code::VolumeNotReady, volume_not_ready},
    {Code::NoNodes, no_nodes},
    {Code::WaitingForPreemption, waiting_for_preemption},
    {Code::NoFeasibleNode, no_feasible_node},
    {Code::TakenByOthersAhead, taken_by_others},
    {Code::GreedyMiss, greedy_miss},
    {Code::Fragmented, can_be_placed},
    {Code::NotEnoughRoom, can_be_placed},
};

std::string idle(const GroupReport& group) {
  std::vector<std::string> ended;
  if (group.members.succeeded > 0) { ended.push_back(fmt::format("{} succeeded", group.members.succeeded)); }
  if (group.members.failed > 0) { ended.push_back(fmt::format("{} failed", group.members.failed)); }
  if (group.members.bound > 0) { ended.push_back(fmt::format("{} bound", group.members.bound)); }
  if (ended.empty()) { return with_quorum(group, "it has no members"); }
  return with_quorum(group, fmt::format("none of its members is pending, {}", listed(ended)));
}

// Some schedulers count succeeded pods toward the quorum.
std::string succeeded_too(const GroupReport& group) {
  const std::int64_t succeeded = group.members.succeeded;
  if (group.bound_at_end >= quorum(group) || succeeded <= 0) { return ""; }
  return fmt::format(", and {} that succeeded {}", succeeded, one_or_many(succeeded, "counts", "count"));
}

std::string by_code(const GroupReport& group) {
  for (const CauseWords& words : k_cause_words) {
    if (words.code == group.code) { return words.brief(group); }
  }
  if (group.verdict == GroupVerdict::Unknown) { return "the cause is unknown"; }
  return with_quorum(
      group, fmt::format("{} of its {} would be bound", group.bound_at_end, counted(group.members.total, "member")));
}

} // namespace

std::int64_t quorum(const GroupReport& group) {
  return group.evidence.needed > 0 ? group.evidence.needed : std::max<std::int64_t>(1, group.min_member);
}

std::int64_t existing(const GroupReport& group) {
  return group.evidence.needed > 0 ? group.evidence.have : group.members.total;
}

std::string quorum_label(const GroupReport& group) {
  const std::string_view field = model::facts_of(group.dialect).quorum_field;
  return group.min_member > 0 ? fmt::format("{} {}", field, group.min_member) : fmt::format("{} not set", field);
}

std::string brief(const GroupReport& group) {
  switch (group.verdict) {
  case GroupVerdict::Satisfied:
    if (group.members.total == 0 && group.members.succeeded > 0) { // Volcano counts them
      return with_quorum(group, fmt::format("{} succeeded and {}", counted(group.members.succeeded, "member"),
                                            one_or_many(group.members.succeeded, "counts", "count")));
    }
    if (group.members.total == 1) { return with_quorum(group, "its only member is bound"); }
    return with_quorum(group,
                       fmt::format("{} of its {} {} bound", group.members.bound, counted(group.members.total, "member"),
                                   one_or_many(group.members.bound, "is", "are")));
  case GroupVerdict::Fits:
    return with_quorum(group, of_members(group, group.bound_at_end, "be placed") + succeeded_too(group));
  case GroupVerdict::Idle:
    return idle(group);
  case GroupVerdict::DoesNotFit:
  case GroupVerdict::Unknown:
    break;
  }
  return by_code(group);
}

std::string ref_text(const model::QueueRef& ref) {
  return fmt::format("{}{}/{} (priority {})", ref.kind == model::QueueKind::Pod ? "pod " : "", ref.namespace_name,
                     ref.name, ref.priority);
}

std::vector<std::string> ref_texts(const std::vector<model::QueueRef>& refs) {
  std::vector<std::string> texts;
  texts.reserve(refs.size());
  for (const model::QueueRef& ref : refs) { texts.push_back(ref_text(ref)); }
  return texts;
}

std::string message_clause(const GroupReport& group) {
  std::string text = brief(group);
  if (const std::string cause = first_thought(causes(group)); !cause.empty()) { text += ": " + cause; }
  return text;
}

std::string message(const GroupReport& group) { return capitalized(message_clause(group)); }

} // namespace report
