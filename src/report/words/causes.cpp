// SPDX-License-Identifier: Apache-2.0
// Why a group does not start, with the numbers, and what must happen first. Never uses messages of rejected siblings
// ("optimistic rejection") as a reason: they only mean that another member failed.
#include "report/words/sentences.hpp"

#include "report/amounts.hpp"
#include "report/english.hpp"
#include "report/words/asked_words.hpp"
#include "report/words/gate_words.hpp"
#include "report/words/member_names.hpp"
#include "report/words/node_reasons.hpp"
#include "report/words/shortage_words.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace report {

namespace {

using model::Code;
using model::Evidence;
using model::GroupReport;
using Clauses = std::vector<Clause>;

constexpr std::size_t k_most_takers = 3, k_most_victims_named = 4;

void add(Clauses& clauses, Clauses more) {
  for (Clause& clause : more) { clauses.push_back(std::move(clause)); }
}

// False if the clause of a ledger begins with a name, which has no capital at the start of a sentence.
bool begins_with_own_word(std::string_view clause) {
  constexpr std::string_view k_words[] = {"a",   "its",  "limits", "namespace", "no",     "nothing",
                                          "pod", "pods", "the",    "there",     "volume", "whether"};
  return std::ranges::find(k_words, clause.substr(0, clause.find(' '))) != std::end(k_words);
}

Clauses not_asked_either(const GroupReport& group) {
  Clauses clauses;
  for (const std::string& clause : others_unasked(group.asked)) {
    clauses.push_back({clause, !begins_with_own_word(clause)});
  }
  return clauses;
}

Clauses hinted(const GroupReport& group) {
  Clauses clauses = not_asked_either(group);
  for (const std::string& hint : group.evidence.hints) { clauses.push_back({hint, true, !clauses.empty()}); }
  return clauses;
}

Clauses clauses_not_modelled(const GroupReport& group) {
  if (first_with(group.asked, model::Reply::NotAsked) != nullptr) { return not_asked_either(group); }
  const Evidence& evidence = group.evidence;
  if (evidence.hints.empty()) { return {}; }
  if (evidence.pod.empty()) { return {{fmt::format("its pods have {}", listed(evidence.hints))}}; }
  return {{fmt::format("{} has {}", evidence.pod, listed(evidence.hints)), true}};
}

// A near miss is "namespace staging" or an API group.
std::string near_miss(const std::string& place) {
  const bool names_kind = place.find(' ') != std::string::npos;
  return fmt::format("a PodGroup of this name is in {}{}", names_kind ? "" : "API group ", place);
}

Clauses clauses_group_not_found(const GroupReport& group) {
  Clauses clauses;
  for (const std::string& place : group.evidence.hints) {
    clauses.push_back({near_miss(place), false, !clauses.empty()});
  }
  if (!clauses.empty() || group.members.total <= 0) { return clauses; }
  const std::string_view verb = one_or_many(group.members.total, "names", "name");
  const std::string_view mark = model::facts_of(group.dialect).mark;
  const std::string_view by = mark.starts_with("the label")        ? "by label"
                              : mark.starts_with("the annotation") ? "by annotation"
                                                                   : "in their spec";
  return {{fmt::format("{} {} it {}", counted(group.members.total, "pod"), verb, by)}};
}

Clauses clauses_wrong_scheduler(const GroupReport& group) {
  if (group.evidence.hints.empty()) { return {}; }
  return {{fmt::format("the configuration has {} for {}",
                       one_or_many(static_cast<std::int64_t>(group.evidence.hints.size()), "a profile", "profiles"),
                       listed(group.evidence.hints))}};
}

Clauses clauses_not_enough_members(const GroupReport& group) {
  Clauses clauses = {{"the scheduler starts none before the others exist"}};
  if (!group.evidence.pods.empty()) {
    const auto count = static_cast<std::int64_t>(group.evidence.pods.size());
    clauses.push_back({fmt::format("{} {} created only once others run", folded_names(group.evidence.pods),
                                   one_or_many(count, "is", "are")),
                       true});
  }
  const bool is_named = std::ranges::any_of(group.sub_groups, [](const auto& part) { return part.total > 0; });
  if (group.dialect == model::Dialect::Volcano && !group.evidence.sub_group.empty() && !is_named) {
    clauses.push_back({"none of its pods names its task: Volcano reads the annotation or label volcano.sh/task-spec"});
  }
  const std::int64_t finished = group.members.succeeded + group.members.failed;
  const bool may_count = model::is_approximated(group.dialect); // some schedulers count succeeded ones
  if (finished > 0 && !may_count) {
    clauses.push_back({fmt::format("{} finished and {} not count", counted(finished, "member"),
                                   one_or_many(finished, "does", "do"))});
  }
  for (const std::string& hint : group.evidence.hints) { clauses.push_back({hint, true}); }
  add(clauses, gate_causes(group));
  return clauses;
}

// What keeps an idle group without members.
Clauses clauses_none(const GroupReport& group) {
  return group.verdict == model::GroupVerdict::Idle ? hinted(group) : Clauses();
}

Clauses clauses_members_gated(const GroupReport& group) {
  const Evidence& evidence = group.evidence;
  const std::string who = evidence.pods.empty() ? "they" : folded_names(evidence.pods);
  const auto count = static_cast<std::int64_t>(std::max<std::size_t>(1, evidence.pods.size()));
  const std::string_view verb = evidence.pods.empty() ? "wait" : one_or_many(count, "waits", "wait");
  const bool named = !evidence.pods.empty();
  if (evidence.gates.empty()) { return {{fmt::format("{} {} behind a scheduling gate", who, verb), named}}; }
  const auto gates = static_cast<std::int64_t>(evidence.gates.size());
  return {{fmt::format("{} {} behind the scheduling {} {}", who, verb, one_or_many(gates, "gate", "gates"),
                       listed(evidence.gates)),
           named}};
}

Clauses clauses_members_disagree(const GroupReport& group) {
  if (group.evidence.pods.empty()) {
    const bool refuses_all = group.dialect == model::Dialect::Native;
    return {{refuses_all ? "the scheduler refuses all of them" : "each scheduler counts its own members only"}};
  }
  return {{fmt::format("the scheduler refuses {}, unlike the first member", folded_names(group.evidence.pods))}};
}

Clauses clauses_min_resources_short(const GroupReport& group) {
  Clauses clauses;
  const auto text = [](std::string_view resource, std::int64_t amount, Rounding r) {
    return amount_text(resource, amount, r);
  };
  for (const model::MinResource& figure : group.evidence.min_resources) {
    clauses.push_back({fmt::format(
        "minResources is {}, {} {} free in all, and the members request {}",
        amount_of_text(figure.resource, figure.asked, Rounding::Up), text(figure.resource, figure.free, Rounding::Down),
        is_in_bytes(figure.resource) ? "is" : "are", text(figure.resource, figure.members_need, Rounding::Up))});
  }
  if (!clauses.empty() || group.evidence.gap.empty()) { return clauses; }
  std::vector<std::string> missing;
  for (const auto& [resource, amount] : group.evidence.gap) {
    missing.push_back(amount_of_text(resource, amount, Rounding::Up));
  }
  return {{fmt::format("{} missing", listed(missing) + (missing.size() == 1 ? " is" : " are"))}};
}

Clauses clauses_group_backing_off(const GroupReport& group) {
  if (!group.evidence.until) { return {}; }
  return {{fmt::format("podGroupBackoffSeconds holds it back until {}", model::time_text(*group.evidence.until))}};
}

// Reasons of the failing member. It may fit alone, and not after the other members use their nodes.
Clauses reasons_of(const GroupReport& group, std::string_view when) {
  const Evidence& evidence = group.evidence;
  const std::vector<model::ReasonCount> filters = of_filters(evidence.reasons);
  const std::string reasons = node_reasons(filters, evidence.taints);
  if (reasons.empty()) { return {}; }
  if (evidence.pod.empty()) { return {{reasons, true}}; }
  if (filters.front().nodes <= 0) { return {{fmt::format("{}: {}", evidence.pod, reasons), true}}; }
  return {{fmt::format("{} has no node{}", evidence.pod, when), true}, {reasons, true, true}};
}

Clauses volume_reasons(const GroupReport& group) {
  const std::string reasons = node_reasons(of_filters(group.evidence.reasons));
  if (reasons.empty()) { return {}; }
  return {{reasons}};
}

Clauses reasons_alone(const GroupReport& group) { return reasons_of(group, ""); }
Clauses reasons_after_others(const GroupReport& group) { return reasons_of(group, " once the others are placed"); }

Clauses clauses_waiting_for_preemption(const GroupReport& group) {
  std::vector<std::string> victims;
  for (const model::PodReport& pod : group.pods) {
    victims.insert(victims.end(), pod.victims.begin(), pod.victims.end());
  }
  if (victims.empty()) { return {}; }
  return {{fmt::format("{} must end first", listed_up_to(victims, k_most_victims_named)), true}};
}

// Number of nodes that the members' other constraints exclude, independent of free capacity.
std::int64_t ruled_out(const Evidence& evidence) {
  if (evidence.shortages.empty() || evidence.node_count <= 0) { return 0; }
  return std::max<std::int64_t>(0, evidence.node_count - evidence.shortages.front().admissible_nodes);
}

Clauses ruled_out_words(const GroupReport& group) {
  const std::int64_t out = ruled_out(group.evidence), all = group.evidence.node_count;
  const std::string reasons = node_reasons(other_than_room(group.evidence.reasons), group.evidence.taints);
  if (out <= 0) { return {}; }
  const std::string head =
      fmt::format("{} of {} {} not eligible", out, counted(all, "node"), one_or_many(out, "is", "are"));
  return {{reasons.empty() ? head : fmt::format("{}: {}", head, reasons)}};
}

// True if an obstacle concerns nodes that could be large enough. Shortages leave out tainted nodes, and count what
// other pods hold.
bool has_decisive_obstacle(const Evidence& evidence) {
  using Kind = model::Obstacle::Kind;
  constexpr Kind k_indecisive[] = {Kind::NeverPreempts, Kind::NodeNames, Kind::Taint, Kind::Terminating, Kind::Users};
  return std::ranges::any_of(evidence.obstacles, [&](const model::Obstacle& obstacle) {
    return std::ranges::find(k_indecisive, obstacle.kind) == std::end(k_indecisive);
  });
}

// True if the nodes could hold all members that the quorum needs, and another constraint leaves out too many of them.
bool has_room_enough(const Evidence& evidence) {
  const model::ResourceShortage& scarcest = evidence.shortages.front();
  return has_decisive_obstacle(evidence) && scarcest.places_together.value_or(scarcest.places) >= evidence.needed;
}

// Too little capacity, or excluded nodes: the cause that affects more nodes comes first.
Clauses room(const GroupReport& group) {
  const Evidence& evidence = group.evidence;
  if (evidence.shortages.empty() || has_room_enough(evidence)) {
    return group.code == Code::NoFeasibleNode ? reasons_alone(group) : reasons_after_others(group);
  }
  Clauses clauses;
  const bool rather_ruled_out = ruled_out(evidence) > evidence.shortages.front().nodes_short;
  if (rather_ruled_out) { add(clauses, ruled_out_words(group)); }
  for (const model::ResourceShortage* shortage : telling_shortages(evidence)) {
    add(clauses, shortage_words(evidence, *shortage));
  }
  if (!rather_ruled_out) { add(clauses, ruled_out_words(group)); }
  return clauses;
}

// Number of members that fit now, and at the group's turn.
Clauses both_answers(const GroupReport& group) {
  const Evidence& evidence = group.evidence;
  const std::int64_t alone = std::max<std::int64_t>(evidence.placeable_alone, group.alone ? group.alone->second : 0);
  if (alone <= 0) { return {}; }
  const std::string members = counted(group.members.total, "member");
  const std::string now = fmt::format("alone in the queue, {} of its {} can be placed", alone, members);
  return {{evidence.shortages.empty() ? now : fmt::format("{}; at its turn, {}", now, evidence.have)}};
}

Clauses clauses_taken_by_others(const GroupReport& group) {
  Clauses clauses;
  const auto add_takers = [&](const std::vector<model::QueueRef>& takers, std::string_view one, std::string_view many) {
    if (takers.empty()) { return; }
    const std::string_view does = one_or_many(static_cast<std::int64_t>(takers.size()), one, many);
    clauses.push_back({fmt::format("{} {}", listed_up_to(ref_texts(takers), k_most_takers), does), true});
  };
  add_takers(group.evidence.takers, "uses capacity first", "use capacity first");
  add_takers(group.evidence.takers_behind, "is later in the queue but uses the capacity first",
             "are later in the queue but use the capacity first");
  add_takers(group.evidence.holders, "holds nodes while it waits for its other members",
             "hold nodes while they wait for their other members");
  if (!group.ahead.empty()) {
    clauses.push_back({fmt::format("its position in the queue is {}", group.ahead.size() + 1)});
  }
  add(clauses, both_answers(group));
  if (!group.evidence.shortages.empty()) {
    add(clauses, shortage_words(group.evidence, group.evidence.shortages.front()));
  }
  return clauses;
}

Clauses nothing(const GroupReport&) { return {}; }

struct Cause {
  Code code;
  Clauses (*clauses)(const GroupReport&);
};

// One row per code, in the order of model::Code.
constexpr Cause k_causes[] = {
    {Code::None, clauses_none},
    {Code::InputIncomplete, hinted},
    {Code::NotModelled, clauses_not_modelled},
    {Code::GroupNotFound, clauses_group_not_found},
    {Code::WrongScheduler, clauses_wrong_scheduler},
    {Code::MembersDeleted, nothing},
    {Code::NotEnoughMembers, clauses_not_enough_members},
    {Code::MembersGated, clauses_members_gated},
    {Code::QueueGate, gate_causes},
    {Code::MembersDisagree, clauses_members_disagree},
    {Code::MinResourcesShort, clauses_min_resources_short},
    {Code::GroupBackingOff, clauses_group_backing_off},
    {Code::VolumeNotReady, volume_reasons},
    {Code::NoNodes, nothing},
    {Code::WaitingForPreemption, clauses_waiting_for_preemption},
    {Code::NoFeasibleNode, room},
    {Code::TakenByOthersAhead, clauses_taken_by_others},
    {Code::GreedyMiss, reasons_after_others},
    {Code::Fragmented, room},
    {Code::NotEnoughRoom, room},
};

} // namespace

Clauses causes(const GroupReport& group) {
  Clauses clauses;
  for (const Cause& cause : k_causes) {
    if (cause.code == group.code) { clauses = cause.clauses(group); }
  }
  add(clauses, obstacle_words(group.evidence.obstacles));
  return clauses;
}

Clauses causes(const model::PodReport& pod) {
  if (pod.evidence == nullptr) { return {}; }
  const Evidence& evidence = *pod.evidence;
  Clauses clauses;
  for (const model::ResourceShortage& shortage : evidence.shortages) {
    if (shortage.nodes_short == shortage.admissible_nodes) { add(clauses, shortage_words(evidence, shortage)); }
  }
  if (clauses.empty() && !evidence.shortages.empty() && !has_decisive_obstacle(evidence)) {
    add(clauses, shortage_words(evidence, evidence.shortages.front()));
  }
  add(clauses, obstacle_words(evidence.obstacles));
  return clauses;
}

} // namespace report
