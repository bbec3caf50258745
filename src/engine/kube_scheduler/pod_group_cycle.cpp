// SPDX-License-Identifier: Apache-2.0
#include "engine/kube_scheduler/pod_group_cycle.hpp"

#include "engine/index.hpp"
#include "engine/rules/counted_members.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

namespace engine {

namespace {

constexpr std::string_view k_unschedulable = "pod group is unschedulable";

// Record of a member that fit while its group as a whole did not. (submitPodGroupAlgorithmResult)
RefusalRecord lost_its_place(std::string text) {
  RefusalRecord record;
  record.stage = model::Stage::Permit;
  record.whole_text = true;
  record.text = std::move(text);
  record.gang = RefusalRecord::Gang::Sibling;
  record.after_reserve = true;
  return record;
}

} // namespace

std::int32_t PodGroupCycle::quorum_of(model::GroupIndex group) const {
  return std::max(1, m_state.rules.cluster.groups[at(group)].min_member.value_or(0));
}

// The member whose arrival made the group reach minCount; k_none if it has not enough members. Without a time of
// creation a pod counts as new.
model::PodIndex PodGroupCycle::quorum_completing(model::GroupIndex index) const {
  const model::PodGroup& group = m_state.rules.cluster.groups[at(index)];
  std::vector<model::PodIndex> existing;
  std::ranges::copy_if(group.members, std::back_inserter(existing), [&](model::PodIndex member) {
    return counts_of(group, state_of(m_state.pod_at(member))).exists;
  });
  const auto quorum = static_cast<std::size_t>(quorum_of(index));
  if (existing.size() < quorum) { return model::k_none; }
  const std::vector<model::NewPod>& made = m_state.rules.cluster.new_pods;
  std::map<model::PodIndex, std::ptrdiff_t> turns; // of the pods that a manifest creates in this second
  for (auto pod = made.begin(); pod != made.end(); ++pod) { turns.emplace(pod->pod, pod - made.begin()); }
  std::ranges::stable_sort(existing, {}, [&](model::PodIndex member) {
    const auto turn = turns.find(member);
    return std::pair(m_state.pod_at(member).created.value_or(m_state.rules.options.now),
                     turn == turns.end() ? -1 : turn->second);
  });
  return existing[quorum - 1];
}

// True if a member that exists was created in the same second: which of them was the last is not known.
bool PodGroupCycle::shares_its_second(model::PodIndex index) const {
  if (index == model::k_none) { return false; }
  const model::Pod& pod = m_state.pod_at(index);
  return std::ranges::any_of(m_state.rules.cluster.groups[at(pod.group)].members, [&](model::PodIndex other) {
    const model::Pod& sibling = m_state.pod_at(other);
    return other != index && !pod.from_manifest && !sibling.from_manifest && sibling.created == pod.created;
  });
}

// Takes the popped pod and every other queued member, and returns them in the order of placement: by priority, then by
// the time at which each first left the queue. Until the quorum is complete, PreEnqueue holds the members back; the
// last one then enters the queue by its own creation and the others by the event after it, in the order of a Go map.
// (podGroupInfoForPod; moveAllToActiveOrBackoffQueue)
std::vector<model::PodIndex> PodGroupCycle::pull_members(model::PodIndex popped) {
  const model::GroupIndex group = m_state.pod_at(popped).group;
  std::vector<model::PodIndex> members;
  for (const model::PodIndex member : m_state.rules.cluster.groups[at(group)].members) {
    if (member == popped || m_state.queue.take(member)) { members.push_back(member); }
  }
  const auto [known, is_new] = m_quorum_completing.try_emplace(group, model::k_none);
  if (is_new) { known->second = quorum_completing(group); }
  const bool is_drawn = m_state.queue_sort.lot_of(popped) != 0;
  const model::PodIndex last_entered = is_drawn && shares_its_second(known->second) ? model::k_none : known->second;
  std::ranges::stable_sort(members, {}, [&](model::PodIndex member) {
    return std::tuple(-std::int64_t{m_state.pod_at(member).spec->priority}, member != last_entered,
                      m_state.queue_sort.lot_of(member));
  });
  return members;
}

// Tries to place each member in turn, even after a failure. Placed members keep their nodes until take_back().
std::vector<PodGroupCycle::Tried> PodGroupCycle::place_members(const std::vector<model::PodIndex>& members,
                                                               Reasons reasons) {
  std::vector<Tried> tried;
  for (const model::PodIndex member : members) {
    Tried& one = tried.emplace_back(Attempt::of(member, m_state.world.now()), NodeSet(m_state.nodes.size()));
    if (const auto node = m_cycle.find_place(member, one.narrowed, one.record, one.attempt)) {
      one.attempt.node = *node;
      if (const auto own = m_state.nominator.all().node_of(member); own != model::k_none) { one.nominated = own; }
      m_state.nominator.forget(member);
      m_state.feasibility.add(member, *node);
    } else if (reasons == Reasons::Wanted && !one.record.no_nodes) {
      if (one.record.stage == model::Stage::Filter) { m_cycle.count_refusals(member, one.narrowed, one.record); }
      m_cycle.post_filter(member, one.narrowed, one.record, one.attempt);
    }
  }
  return tried;
}

void PodGroupCycle::take_back(const std::vector<Tried>& tried) {
  for (const Tried& one : tried) {
    if (one.attempt.node == model::k_none) { continue; }
    m_state.feasibility.remove(one.attempt.pod, one.attempt.node);
    if (one.nominated != model::k_none) { m_state.nominator.nominate(one.attempt.pod, one.nominated); }
  }
}

bool PodGroupCycle::reaches_quorum(model::GroupIndex group, const std::vector<Tried>& tried) const {
  const auto placed = static_cast<std::int32_t>(
      std::ranges::count_if(tried, [](const Tried& one) { return one.attempt.node != model::k_none; }));
  return placed > 0 && m_state.world.bound_members(group) + placed >= quorum_of(group);
}

// All members must name the same scheduler. (frameworkForPodGroup)
bool PodGroupCycle::refuse_mixed_schedulers(const std::vector<model::PodIndex>& members) {
  const std::string_view first = m_state.pod_at(members.front()).spec->scheduler_name;
  const auto other = std::ranges::find_if(
      members, [&](model::PodIndex member) { return m_state.pod_at(member).spec->scheduler_name != first; });
  if (other == members.end()) { return false; }
  const std::string text =
      util::concat("all pods in a single pod group should have the same .spec.schedulerName set, got: \"",
                   m_state.pod_at(*other).spec->scheduler_name, "\" and \"", first, '"');
  for (const model::PodIndex member : members) {
    RefusalRecord record = lost_its_place(text);
    record.gang = RefusalRecord::Gang::Mismatch;
    record.after_reserve = false;
    m_reservations.refuse(member, std::move(record), Attempt::of(member, m_state.world.now()),
                          unschedulable_plugin("GangScheduling"));
  }
  return true;
}

std::int64_t PodGroupCycle::run(model::PodIndex popped) {
  const model::GroupIndex group = m_state.pod_at(popped).group;
  const std::vector<model::PodIndex> members = pull_members(popped);
  for (const model::PodIndex member : members) { ++m_state.timeline.pods.edit(at(member)).attempts; }
  const auto count = static_cast<std::int64_t>(members.size());
  if (refuse_mixed_schedulers(members)) { return count * k_failing; }
  std::vector<Tried> tried = place_members(members, Reasons::Wanted);
  if (reaches_quorum(group, tried)) {
    const std::int64_t left =
        std::ranges::count(tried, model::k_none, [](const Tried& one) { return one.attempt.node; });
    bind_group(tried);
    return (count - left) * k_placing + left * k_failing;
  }
  note_best_try(group, tried);
  take_back(tried);
  const PodGroupPreemption preemption =
      preempt_for_group({m_state.rules, m_state.feasibility, m_state.rules.cluster.groups[at(group)], members, [&] {
                           const std::vector<Tried> again = place_members(members, Reasons::NotWanted);
                           const bool fits = reaches_quorum(group, again);
                           take_back(again);
                           return fits;
                         }});
  refuse_group(members, std::move(tried), preemption);
  if (preemption.helps && !m_evictions.evict(preemption.victims, members) &&
      m_losses[group] == 1) { // nominated again after one loss
    for (const model::PodIndex member : members) { m_state.queue.try_again(member, m_state.world.now()); }
  }
  return count * k_failing;
}

// Binds members with a node and refuses the others with their reasons.
void PodGroupCycle::bind_group(std::vector<Tried>& tried) {
  GroupOutcome& outcome = m_state.timeline.groups[at(m_state.pod_at(tried.front().attempt.pod).group)];
  outcome.condition_reason = "Scheduled";
  outcome.condition_message.clear();
  for (Tried& one : tried) {
    const auto [pod, node] = std::pair(one.attempt.pod, one.attempt.node);
    if (node == model::k_none) { // the next cycle tries it as the only rest of the group
      refuse_unplaced(std::move(one));
      m_state.queue.try_again(pod, m_state.world.now());
      continue;
    }
    m_state.assumed.edit(at(pod)) = node;
    m_state.loop_detector.placed(m_state.unit_of(pod), pod, node);
    one.attempt.result = model::AttemptResult::Bound;
    m_reservations.note_peak(pod);
    m_state.record.attempt(std::move(one.attempt));
    m_reservations.bind(pod, node);
  }
}

// Keeps the largest number of members that fit at once, for the diagnosis.
void PodGroupCycle::note_best_try(model::GroupIndex group, const std::vector<Tried>& tried) {
  GroupOutcome& outcome = m_state.timeline.groups[at(group)];
  std::vector<model::PodIndex> placed;
  for (const Tried& one : tried) {
    if (one.attempt.node != model::k_none) { placed.push_back(one.attempt.pod); }
  }
  const auto holding = m_state.world.bound_members(group) + static_cast<std::int32_t>(placed.size());
  if (holding <= outcome.peak) { return; }
  outcome.peak = holding;
  outcome.at_peak = std::move(placed);
}

void PodGroupCycle::refuse_unplaced(Tried&& one) {
  const UnschedulablePlugins rejectors =
      m_cycle.unschedulable_plugins_of(one.record) | unschedulable_plugin("GangScheduling");
  m_reservations.refuse(one.attempt.pod, std::move(one.record), std::move(one.attempt), rejectors);
}

// Refuses all members. A member that fit keeps its node as a nomination until the victims are gone, or loses it if
// preemption does not help.
void PodGroupCycle::refuse_group(const std::vector<model::PodIndex>& members, std::vector<Tried> tried,
                                 const PodGroupPreemption& preemption) {
  GroupOutcome& outcome = m_state.timeline.groups[at(m_state.pod_at(members.front()).group)];
  std::string text(k_unschedulable);
  if (!preemption.helps) { text += util::concat(", ", preemption.text); }
  if (outcome.condition_reason != "Scheduled") {
    outcome.condition_reason = "Unschedulable";
    outcome.condition_message = text;
  }
  bool loses_nominations = false;
  outcome.rejections = 1; // one text, that of the last cycle, however many cycles ran
  tried.front().attempt.victims = preemption.victims;
  for (Tried& one : tried) {
    const auto [pod, node] = std::pair(one.attempt.pod, one.attempt.node);
    if (node == model::k_none) {
      refuse_unplaced(std::move(one));
      continue;
    }
    loses_nominations = loses_nominations || (!preemption.helps && one.nominated != model::k_none);
    m_state.nominator.nominate(pod, preemption.helps ? node : model::k_none);
    one.attempt.node = model::k_none;
    one.attempt.nominated = preemption.helps ? node : model::k_none;
    const std::string_view permit =
        ", waiting for minCount pods from a gang to be scheduled, one or more plugins asked "
        "to wait and no plugin rejected pod";
    RefusalRecord record =
        lost_its_place(preemption.helps ? std::string(k_unschedulable) : util::concat(k_unschedulable, permit));
    m_reservations.refuse(pod, std::move(record), std::move(one.attempt), unschedulable_plugin("GangScheduling"));
    m_state.timeline.pods.edit(at(pod)).outcome = model::Outcome::Rejected;
  }
  if (loses_nominations) { lose_nominations(members); }
}

// A group may fit without the nominations that it loses, so it gets another try. At the second loss it is in a loop.
// The live scheduler then sooner or later tries another refused group while no pod is nominated, so the others go
// first.
void PodGroupCycle::lose_nominations(const std::vector<model::PodIndex>& members) {
  const model::Pod& first = m_state.pod_at(members.front());
  if (++m_losses[first.group] != 2) {
    for (const model::PodIndex member : members) { m_state.queue.try_again(member, m_state.world.now()); }
    return;
  }
  m_state.queue.move_to_active_or_backoff({ClusterEvent::Kind::NominationsLost, &first}, m_state.world.now());
  m_after_others.insert(m_after_others.end(), members.begin(), members.end());
}

bool PodGroupCycle::try_those_who_gave_way() {
  const std::vector<model::PodIndex> members = std::exchange(m_after_others, {});
  for (const model::PodIndex member : members) { m_state.queue.try_again(member, m_state.world.now()); }
  return !members.empty();
}

} // namespace engine
