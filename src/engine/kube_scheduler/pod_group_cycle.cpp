// SPDX-License-Identifier: Apache-2.0
// Kubernetes' own gangs: a group is tried as a whole. When one of its pods comes up, all others are taken from the
// queue with it and placed one after the other over one picture; they keep their places only if the group reaches
// minCount. Source: kube-scheduler 1.36 schedule_one_podgroup.go, plugins/gangscheduling (KEP-4671). Where the real one
// iterates over a map, members of equal priority are taken in the order of their keys.
#include "engine/index.hpp"
#include "engine/kube_scheduler/kube_scheduler.hpp"
#include "engine/kube_scheduler/pod_group_preemption.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <utility>

namespace engine {

namespace {

constexpr std::string_view k_unschedulable = "pod group is unschedulable";

// Of a member that had a place when the group as a whole had none. (submitPodGroupAlgorithmResult)
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

std::int32_t KubeScheduler::quorum_of(model::GroupIndex group) const {
  return std::max(1, m_rules.cluster.groups[at(group)].min_member.value_or(0));
}

// Why the group's pods are kept out of the queue; empty: they are not. Nothing is written of it anywhere.
// (GangScheduling.PreEnqueue)
std::string KubeScheduler::kept_out_with_group(model::GroupIndex index) const {
  const model::PodGroup& group = m_rules.cluster.groups[at(index)];
  if (!group.declared) {
    const bool by_workload = m_rules.policies[at(index)]->native == Policy::Native::Barrier;
    return util::concat("waiting for pods's ", by_workload ? "workload" : "pod group", " \"",
                        group.name.substr(0, by_workload ? group.name.find('/') : group.name.size()),
                        "\" to appear in scheduling queue");
  }
  const Members members = m_gang.members(index);
  if (!group.gang || members.live - members.foreign >= group.min_member.value_or(0)) { return {}; }
  return "waiting for minCount pods from a gang to appear in scheduling queue";
}

// The popped pod and every other member that is in the queue, in the order in which they are placed.
// (podGroupInfoForPod)
std::vector<model::PodIndex> KubeScheduler::pull_members(model::PodIndex popped) {
  std::vector<model::PodIndex> members = {popped};
  for (const model::PodIndex member : m_rules.cluster.groups[at(pod_at(popped).group)].members) {
    if (member != popped && m_queue.take(member)) { members.push_back(member); }
  }
  std::ranges::stable_sort(members, {},
                           [&](model::PodIndex member) { return -std::int64_t{pod_at(member).spec->priority}; });
  return members;
}

// Places one member after the other, as far as they go. The places stay taken.
std::vector<KubeScheduler::Tried> KubeScheduler::place_members(const std::vector<model::PodIndex>& members,
                                                               Reasons reasons) {
  std::vector<Tried> tried;
  for (const model::PodIndex member : members) {
    Tried& one = tried.emplace_back(Attempt::of(member, m_world.now()), NodeSet(m_nodes.size()));
    if (const auto node = find_place(member, one.narrowed, one.record, one.attempt)) {
      one.attempt.node = *node;
      if (const auto own = m_nominated.node_of(member); own != model::k_none) { one.nominated = own; }
      forget_nomination(member);
      m_feasibility.add(member, *node);
    } else if (reasons == Reasons::Wanted && !one.record.no_nodes) {
      if (one.record.stage == model::Stage::Filter) { count_refusals(member, one.narrowed, one.record); }
      post_filter(member, one.narrowed, one.record, one.attempt);
    }
  }
  return tried;
}

void KubeScheduler::take_back(const std::vector<Tried>& tried) {
  for (const Tried& one : tried) {
    if (one.attempt.node == model::k_none) { continue; }
    m_feasibility.remove(one.attempt.pod, one.attempt.node);
    if (one.nominated != model::k_none) { nominate(one.attempt.pod, one.nominated); }
  }
}

bool KubeScheduler::reaches_quorum(model::GroupIndex group, const std::vector<Tried>& tried) const {
  const auto placed = static_cast<std::int32_t>(
      std::ranges::count_if(tried, [](const Tried& one) { return one.attempt.node != model::k_none; }));
  return placed > 0 && m_world.bound_members(group) + placed >= quorum_of(group);
}

// All members must ask for the same scheduler. (frameworkForPodGroup)
bool KubeScheduler::refuse_mixed_schedulers(const std::vector<model::PodIndex>& members) {
  const std::string_view first = pod_at(members.front()).spec->scheduler_name;
  const auto other = std::ranges::find_if(
      members, [&](model::PodIndex member) { return pod_at(member).spec->scheduler_name != first; });
  if (other == members.end()) { return false; }
  const std::string text =
      util::concat("all pods in a single pod group should have the same .spec.schedulerName set, got: \"",
                   pod_at(*other).spec->scheduler_name, "\" and \"", first, '"');
  for (const model::PodIndex member : members) {
    RefusalRecord record = lost_its_place(text);
    record.gang = RefusalRecord::Gang::Mismatch;
    record.after_reserve = false;
    refuse(member, std::move(record), Attempt::of(member, m_world.now()), rejector("GangScheduling"));
  }
  return true;
}

std::int64_t KubeScheduler::schedule_pod_group(model::PodIndex popped) {
  const model::GroupIndex group = pod_at(popped).group;
  const std::vector<model::PodIndex> members = pull_members(popped);
  for (const model::PodIndex member : members) { ++m_timeline.pods[at(member)].attempts; }
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
      preempt_for_group({m_rules, m_feasibility, m_rules.cluster.groups[at(group)], members, [&] {
                           const std::vector<Tried> again = place_members(members, Reasons::NotWanted);
                           const bool fits = reaches_quorum(group, again);
                           take_back(again);
                           return fits;
                         }});
  refuse_group(members, std::move(tried), preemption);
  if (preemption.helps && !evict(preemption.victims, members) && m_losses[group] == 1) { // nominated as before
    for (const model::PodIndex member : members) { m_queue.try_again(member, m_world.now()); }
  }
  return count * k_failing;
}

// Members with a place are bound, the others are told why they have none.
void KubeScheduler::bind_group(std::vector<Tried>& tried) {
  GroupOutcome& outcome = m_timeline.groups[at(pod_at(tried.front().attempt.pod).group)];
  outcome.condition_reason = "Scheduled";
  outcome.condition_message.clear();
  for (Tried& one : tried) {
    const auto [pod, node] = std::pair(one.attempt.pod, one.attempt.node);
    if (node == model::k_none) { // it is tried again, then as all that is left of the group
      refuse_unplaced(std::move(one));
      m_queue.try_again(pod, m_world.now());
      continue;
    }
    m_assumed[at(pod)] = node;
    m_repetition.placed(unit_of(pod), pod, node);
    one.attempt.result = model::AttemptResult::Bound;
    note_peak(pod);
    store(std::move(one.attempt));
    bind(pod, node);
  }
}

// The most members that had a place at once, for the diagnosis.
void KubeScheduler::note_best_try(model::GroupIndex group, const std::vector<Tried>& tried) {
  GroupOutcome& outcome = m_timeline.groups[at(group)];
  std::vector<model::PodIndex> placed;
  for (const Tried& one : tried) {
    if (one.attempt.node != model::k_none) { placed.push_back(one.attempt.pod); }
  }
  const auto holding = m_world.bound_members(group) + static_cast<std::int32_t>(placed.size());
  if (holding <= outcome.peak) { return; }
  outcome.peak = holding;
  outcome.at_peak = std::move(placed);
}

void KubeScheduler::refuse_unplaced(Tried&& one) {
  const Rejectors rejectors = rejectors_of(one.record) | rejector("GangScheduling");
  refuse(one.attempt.pod, std::move(one.record), std::move(one.attempt), rejectors);
}

// Nobody keeps a place. Those that had one wait for the victims to go, nominated to it, or go without.
void KubeScheduler::refuse_group(const std::vector<model::PodIndex>& members, std::vector<Tried> tried,
                                 const PodGroupPreemption& preemption) {
  GroupOutcome& outcome = m_timeline.groups[at(pod_at(members.front()).group)];
  std::string text(k_unschedulable);
  if (!preemption.helps) { text += util::concat(", ", preemption.text); }
  if (outcome.condition_reason != "Scheduled") {
    outcome.condition_reason = "Unschedulable";
    outcome.condition_message = text;
  }
  bool loses_nominations = false;
  outcome.rejections = 1; // the last text is that of the last cycle, however often it was tried
  tried.front().attempt.victims = preemption.victims;
  for (Tried& one : tried) {
    const auto [pod, node] = std::pair(one.attempt.pod, one.attempt.node);
    if (node == model::k_none) {
      refuse_unplaced(std::move(one));
      continue;
    }
    loses_nominations = loses_nominations || (!preemption.helps && one.nominated != model::k_none);
    nominate(pod, preemption.helps ? node : model::k_none);
    one.attempt.node = model::k_none;
    one.attempt.nominated = preemption.helps ? node : model::k_none;
    const std::string_view permit =
        ", waiting for minCount pods from a gang to be scheduled, one or more plugins asked "
        "to wait and no plugin rejected pod";
    RefusalRecord record =
        lost_its_place(preemption.helps ? std::string(k_unschedulable) : util::concat(k_unschedulable, permit));
    refuse(pod, std::move(record), std::move(one.attempt), rejector("GangScheduling"));
    m_timeline.pods[at(pod)].outcome = model::Outcome::Rejected;
  }
  if (loses_nominations) { lose_nominations(members); }
}

// A group may fit without the nominations that it loses. Where it comes back to them it goes round in circles, and the
// other groups that were refused go round with it: sooner or later one of them is tried while nobody is nominated.
void KubeScheduler::lose_nominations(const std::vector<model::PodIndex>& members) {
  const model::Pod& first = pod_at(members.front());
  if (++m_losses[first.group] != 2) {
    for (const model::PodIndex member : members) { m_queue.try_again(member, m_world.now()); }
    return;
  }
  m_queue.happened({ClusterEvent::Kind::NominationsLost, &first}, m_world.now());
  m_after_others.insert(m_after_others.end(), members.begin(), members.end());
}

// The queue is empty: those that gave way have their turn. False where nobody did.
bool KubeScheduler::try_those_who_gave_way() {
  const std::vector<model::PodIndex> members = std::exchange(m_after_others, {});
  for (const model::PodIndex member : members) { m_queue.try_again(member, m_world.now()); }
  return !members.empty();
}

} // namespace engine
