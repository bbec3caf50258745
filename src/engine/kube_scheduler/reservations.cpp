// SPDX-License-Identifier: Apache-2.0
// What happens to places during a simulation: they are reserved, permitted, bound, given up.
#include "engine/index.hpp"
#include "engine/kube_scheduler/kube_scheduler.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace engine {

void KubeScheduler::reserve(model::PodIndex pod, model::NodeIndex node) {
  forget_nomination(pod);
  m_feasibility.add(pod, node);
  m_assumed[at(pod)] = node;
  m_repetition.placed(unit_of(pod), pod, node);
}

void KubeScheduler::permit(model::PodIndex index, model::NodeIndex node, Attempt attempt) {
  const model::Pod& pod = pod_at(index);
  attempt.node = node;
  GangRules::PermitAnswer answer;
  if (m_rules.coscheduling_at(model::ExtensionPoint::Permit, pod)) { answer = m_gang.permit(index); }
  switch (answer.decision) {
  case GangRules::Permit::Success: {
    std::vector<WaitingPod> allowed;
    if (const model::GroupIndex gang = m_rules.gang_of(pod); gang != model::k_none) {
      std::erase_if(m_waiting, [&](const WaitingPod& waiting) {
        const bool same = pod_at(waiting.pod).group == gang; // of any profile: they share the waiting pods
        if (same) { allowed.push_back(waiting); }
        return same;
      });
    }
    attempt.result = model::AttemptResult::Bound;
    note_peak(index);
    store(std::move(attempt));
    for (const WaitingPod& waiting : allowed) {
      if (waiting.attempt >= 0) {
        m_timeline.attempts[at(waiting.attempt)].then_bound = true;
        m_timeline.attempts[at(waiting.attempt)].then_at = m_world.now();
      }
      bind(waiting.pod, waiting.node);
    }
    bind(index, node);
    return;
  }
  case GangRules::Permit::Wait:
    attempt.result = model::AttemptResult::Waiting;
    note_peak(index);
    m_timeline.first_holds.try_emplace(
        index, Hold{node, m_world.now(), {m_world.now().micros + answer.wait_seconds * 1'000'000}});
    m_waiting.push_back({index,
                         node,
                         {m_world.now().micros + answer.wait_seconds * 1'000'000},
                         answer.wait_seconds,
                         store(std::move(attempt))});
    if (answer.activate_siblings) { activate_siblings(index); }
    return;
  case GangRules::Permit::NotFound: {
    RefusalRecord record;
    record.stage = model::Stage::Permit;
    record.text = "PodGroup not found";
    record.gang = RefusalRecord::Gang::NotFound;
    attempt.node = model::k_none;
    m_feasibility.remove(index, node);
    m_assumed[at(index)] = model::k_none;
    m_repetition.unplaced(unit_of(index), index, node);
    if (m_rules.version.failure_clears_nomination()) { m_world.nominate(index, model::k_none); }
    refuse(index, std::move(record), std::move(attempt), rejector("Coscheduling"));
    return;
  }
  }
}

void KubeScheduler::bind(model::PodIndex index, model::NodeIndex node) {
  const model::Pod& pod = pod_at(index);
  const Feasibility::Bound claims = m_feasibility.bind(index, node);
  PodOutcome& outcome = m_timeline.pods[at(index)];
  outcome.outcome = model::Outcome::Bound;
  outcome.node = node;
  m_last_refusal[at(index)] = -1;
  m_assumed[at(index)] = model::k_none;
  m_world.bind(index, node);
  if (m_rules.version.binding_clears_nomination()) { m_world.nominate(index, model::k_none); }
  if (pod.group != model::k_none) {
    GroupOutcome& group = m_timeline.groups[at(pod.group)];
    if (!group.starts) { group.starts = m_world.now(); }
    m_is_over = m_is_over || pod.group == m_setup.looks_ahead_for;
  }
  m_queue.done(index);
  m_world.request({Effect::Kind::Bound, index, this, claims});
  m_repetition.progress();
}

// ---- what the API server is asked to do, and tells later -------------------------------------------------------

void KubeScheduler::hear_of(const Effect& effect) {
  switch (effect.kind) {
  case Effect::Kind::Bound:
    appear_on_node(effect);
    return;
  case Effect::Kind::Deleted: // the watch tells of that: gone
    return;
  case Effect::Kind::MayTryAgain:
    m_preempting.erase(effect.pod);
    return;
  }
}

// PreBind writes volumes and claims, Bind the pod.
void KubeScheduler::appear_on_node(const Effect& effect) {
  using Kind = ClusterEvent::Kind;
  const model::Pod& pod = pod_at(effect.pod);
  if (effect.by != this) { // another scheduler's: it comes into the cache now
    m_feasibility.add(effect.pod, m_world.node_of(effect.pod));
    m_gang.bound_before(effect.pod);
  }
  if (effect.claims.devices) { m_queue.happened({Kind::DevicesAllocated, &pod}, m_world.now()); }
  if (effect.claims.storage.volumes) { m_queue.happened({Kind::VolumesBound, &pod}, m_world.now()); }
  if (effect.claims.storage.provisioned) { m_queue.happened({Kind::VolumesProvisioned, &pod}, m_world.now()); }
  m_losses.clear();
  m_queue.happened({Kind::PodBound, &pod}, m_world.now());
  m_repetition.progress();
}

void KubeScheduler::created(const std::vector<model::PodIndex>& followers) {
  for (const model::PodIndex follower : followers) {
    m_queue_sort.created(follower, m_world.now());
    m_gang.appeared(follower);
    m_timeline.initial_order.push_back(follower);
  }
  for (const model::PodIndex follower : followers) {
    if (kept_out(follower)) {
      m_queue.add_gated(follower);
    } else {
      m_queue.add(follower);
      let_in_siblings(follower);
    }
  }
}

// Those that were kept out of the queue for want of members.
void KubeScheduler::let_in_siblings(model::PodIndex index) {
  const model::GroupIndex group = pod_at(index).group;
  if (group == model::k_none || m_rules.policy_of(pod_at(index)).native == Policy::Native::No) { return; }
  for (const model::PodIndex member : m_rules.cluster.groups[at(group)].members) {
    const bool waits = m_queue.place(member) == Place::Gated && !m_rules.gated(member);
    if (!waits || kept_out(member)) { continue; }
    m_last_refusal[at(member)] = -1;
    m_queue.add(member);
  }
}

// ---- refusals and rejections -----------------------------------------------------------------------------------

void KubeScheduler::refuse(model::PodIndex index, RefusalRecord record, Attempt attempt, Rejectors rejectors) {
  const model::Pod& pod = pod_at(index);
  m_repetition.failed(unit_of(index));
  PodOutcome& outcome = m_timeline.pods[at(index)];
  outcome.outcome = model::Outcome::Unschedulable;
  outcome.rejectors = rejectors;
  if (attempt.nominated != model::k_none) { m_world.nominate(index, attempt.nominated); }
  for (const model::PodIndex victim : attempt.victims) { // one that is not gone yet may be chosen again
    if (std::ranges::find(outcome.victims, victim) == outcome.victims.end()) { outcome.victims.push_back(victim); }
  }
  if (pod.group != model::k_none && record.gang != RefusalRecord::Gang::BackedOff) {
    m_timeline.groups[at(pod.group)].culprit = record;
    m_timeline.groups[at(pod.group)].culprit_pod = index;
  }
  attempt.refusal = store(std::move(record), index);
  store(std::move(attempt));
  m_queue.put_back(index, rejectors, m_world.now());
  m_queue_sort.entered_again(index, m_world.now());
}

// Sends the reject signal to every waiting member that has none yet: the first signal wins.
void KubeScheduler::reject_waiting(model::GroupIndex group, std::string_view text) {
  const std::size_t taken_down = std::erase_if(m_waiting, [&](const WaitingPod& waiting) {
    const bool member = pod_at(waiting.pod).group == group;
    if (member) { m_rejected.emplace_back(waiting, std::string(text)); }
    return member;
  });
  if (taken_down > 0) { ++m_timeline.groups[at(group)].rejections; }
}

void KubeScheduler::give_up_rejected() {
  while (!m_rejected.empty()) {
    const auto [waiting, text] = m_rejected.front();
    m_rejected.pop_front();
    RefusalRecord record;
    record.text = text;
    record.gang = RefusalRecord::Gang::Sibling;
    give_up(waiting, std::move(record));
  }
}

// A waiting pod loses its place: Unreserve, forget, back to the queue, and the others learn of the free place.
void KubeScheduler::give_up(const WaitingPod& waiting, RefusalRecord record) {
  const model::Pod& pod = pod_at(waiting.pod);
  record.stage = model::Stage::Permit;
  record.after_reserve = true;
  if (m_gang.unreserve(waiting.pod, m_world.now())) {
    reject_waiting(pod.group, m_rules.policy_of(pod).unreserve_text);
  }
  m_feasibility.remove(waiting.pod, waiting.node);
  m_assumed[at(waiting.pod)] = model::k_none;
  m_repetition.unplaced(unit_of(waiting.pod), waiting.pod, waiting.node);
  PodOutcome& outcome = m_timeline.pods[at(waiting.pod)];
  outcome.outcome = model::Outcome::Rejected;
  outcome.rejectors = rejector("Coscheduling");
  if (m_rules.version.failure_clears_nomination()) { m_world.nominate(waiting.pod, model::k_none); }
  const std::int32_t refusal = store(std::move(record), waiting.pod);
  if (waiting.attempt >= 0) {
    m_timeline.attempts[at(waiting.attempt)].refusal = refusal;
    m_timeline.attempts[at(waiting.attempt)].then_at = m_world.now();
  }
  m_queue.put_back(waiting.pod, outcome.rejectors, m_world.now());
  m_queue.happened({ClusterEvent::Kind::PodDeleted, &pod}, m_world.now(), waiting.pod);
}

RefusalRecord KubeScheduler::timeout_record(const WaitingPod& waiting) const {
  RefusalRecord record;
  record.stage = model::Stage::Permit;
  record.after_reserve = true;
  record.text =
      util::concat("rejected due to timeout after waiting ", model::go_duration_text(waiting.seconds * 1'000'000'000),
                   " at plugin ", m_rules.policy_of(pod_at(waiting.pod)).plugin);
  record.gang = RefusalRecord::Gang::Timeout;
  record.waited_seconds = waiting.seconds;
  return record;
}

void KubeScheduler::time_out(std::size_t index) {
  const WaitingPod waiting = m_waiting[index];
  m_waiting.erase(m_waiting.begin() + static_cast<std::ptrdiff_t>(index));
  give_up(waiting, timeout_record(waiting));
  give_up_rejected();
}

void KubeScheduler::activate_siblings(model::PodIndex index) {
  for (const model::PodIndex member : m_rules.cluster.groups[at(pod_at(index).group)].members) {
    if (member != index) { m_queue.activate(member); }
  }
}

// The nomination holds no room any more; status.nominatedNodeName stays as it is.
void KubeScheduler::forget_nomination(model::PodIndex pod) {
  const model::NodeIndex node = m_nominated.node_of(pod);
  if (node == model::k_none) { return; }
  m_repetition.unplaced(unit_of(pod), pod, -2 - node);
  m_nominated.remove(pod);
}

// Pods of lower priority may not fit there any more: they look for another place. (getLowerPriorityNominatedPods)
void KubeScheduler::take_nominations_from(model::NodeIndex node, std::int32_t priority) {
  std::vector<model::PodIndex> lower;
  for (const model::PodIndex pod : m_nominated.on(node)) {
    if (pod_at(pod).spec->priority < priority) { lower.push_back(pod); }
  }
  for (const model::PodIndex pod : lower) { nominate(pod, model::k_none); }
}

void KubeScheduler::nominate(model::PodIndex pod, model::NodeIndex node) {
  forget_nomination(pod);
  m_world.nominate(pod, node);
  if (node == model::k_none) { return; }
  m_nominated.add(pod, node);
  m_repetition.placed(unit_of(pod), pod, -2 - node);
}

// ---- bookkeeping -----------------------------------------------------------------------------------------------

std::int32_t KubeScheduler::store(RefusalRecord record, model::PodIndex pod) {
  // Where attempts are not recorded only the last refusal of each pod is kept.
  m_is_over = m_is_over || m_setup.until_refusal;
  std::int32_t& last = m_last_refusal[at(pod)];
  if (!m_setup.record_attempts && last >= 0) {
    m_timeline.refusals[at(last)] = std::move(record);
    return last;
  }
  m_timeline.refusals.push_back(std::move(record));
  last = static_cast<std::int32_t>(m_timeline.refusals.size() - 1);
  return last;
}

std::int32_t KubeScheduler::store(Attempt attempt) {
  if (!m_setup.record_attempts) { return -1; }
  m_timeline.attempts.push_back(std::move(attempt));
  return static_cast<std::int32_t>(m_timeline.attempts.size() - 1);
}

void KubeScheduler::note_peak(model::PodIndex index) {
  const model::Pod& pod = pod_at(index);
  if (pod.group == model::k_none) { return; }
  GroupOutcome& group = m_timeline.groups[at(pod.group)];
  std::int32_t holding = m_world.bound_members(pod.group) + 1;
  for (const WaitingPod& waiting : m_waiting) { holding += pod_at(waiting.pod).group == pod.group ? 1 : 0; }
  if (holding <= group.peak) { return; }
  group.peak = holding;
  group.at_peak.clear();
  for (const model::PodIndex member : m_rules.cluster.groups[at(pod.group)].members) {
    if (place_of(member) != model::k_none && !pod_at(member).bound()) { group.at_peak.push_back(member); }
  }
}

Rejectors KubeScheduler::rejectors_of(const RefusalRecord& record) const {
  if (record.stage == model::Stage::PreFilter) { return rejector(record.plugin); }
  Rejectors rejectors = 0;
  for (const std::string_view plugin : record.cut_off_by) { rejectors |= rejector(plugin); }
  for (const auto& [id, nodes] : record.counts) { rejectors |= rejector(m_feasibility.known(id).filter->name); }
  return rejectors;
}

GangRules::Places KubeScheduler::own_places(model::GroupIndex group) const {
  GangRules::Places places;
  for (const model::PodIndex member : m_rules.cluster.groups[at(group)].members) {
    if (const model::NodeIndex node = place_of(member); node != model::k_none) { places.emplace_back(member, node); }
  }
  return places;
}

} // namespace engine
