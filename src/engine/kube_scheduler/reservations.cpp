// SPDX-License-Identifier: Apache-2.0
#include "engine/kube_scheduler/reservations.hpp"

#include "engine/index.hpp"
#include "engine/rules/counted_members.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <limits>

namespace engine {

void Reservations::reserve(model::PodIndex pod, model::NodeIndex node) {
  m_state.nominator.forget(pod);
  m_state.feasibility.add(pod, node);
  m_state.assumed.edit(at(pod)) = node;
  m_state.loop_detector.placed(m_state.unit_of(pod), pod, node);
}

void Reservations::permit(model::PodIndex index, model::NodeIndex node, Attempt attempt) {
  const model::Pod& pod = m_state.pod_at(index);
  attempt.node = node;
  GangRules::PermitAnswer answer;
  if (m_state.rules.coscheduling_at(model::ExtensionPoint::Permit, pod)) { answer = m_state.gang.permit(index); }
  switch (answer.decision) {
  case GangRules::Permit::Success: {
    std::vector<WaitingPod> allowed;
    if (const model::GroupIndex gang = m_state.rules.gang_of(pod); gang != model::k_none) {
      allowed = m_state.waiting.take_group(gang); // of any profile: profiles share the waiting pods
    }
    attempt.result = model::AttemptResult::Bound;
    note_peak(index);
    m_state.record.attempt(std::move(attempt));
    for (const WaitingPod& waiting : allowed) {
      if (waiting.attempt >= 0) {
        m_state.timeline.attempts[at(waiting.attempt)].then_bound = true;
        m_state.timeline.attempts[at(waiting.attempt)].then_at = m_state.world.now();
      }
      bind(waiting.pod, waiting.node);
    }
    bind(index, node);
    return;
  }
  case GangRules::Permit::Wait: {
    attempt.result = model::AttemptResult::Waiting;
    note_peak(index);
    // The timer of a wait of 0 or less fires at once, but after this attempt. (time.AfterFunc)
    const std::int64_t micros = std::max<std::int64_t>(answer.wait_seconds * 1'000'000, 1);
    const model::Time deadline{m_state.world.now().micros + micros};
    m_state.timeline.first_holds.try_emplace(index, Hold{node, m_state.world.now(), deadline});
    m_state.waiting.add({index, node, deadline, answer.wait_seconds, m_state.record.attempt(std::move(attempt))});
    if (answer.activate_siblings) { activate_siblings(index); }
    return;
  }
  case GangRules::Permit::NotFound: {
    RefusalRecord record;
    record.stage = model::Stage::Permit;
    record.text = "PodGroup not found";
    record.gang = RefusalRecord::Gang::NotFound;
    attempt.node = model::k_none;
    m_state.feasibility.remove(index, node);
    m_state.assumed.edit(at(index)) = model::k_none;
    m_state.loop_detector.unplaced(m_state.unit_of(index), index, node);
    if (m_state.rules.version.failure_clears_nomination()) { m_state.world.nominate(index, model::k_none); }
    refuse(index, std::move(record), std::move(attempt), unschedulable_plugin("Coscheduling"));
    return;
  }
  }
}

void Reservations::bind(model::PodIndex index, model::NodeIndex node) {
  const model::Pod& pod = m_state.pod_at(index);
  const Feasibility::Bound claims = m_state.feasibility.bind(index, node);
  PodOutcome& outcome = m_state.timeline.pods.edit(at(index));
  outcome.outcome = model::Outcome::Bound;
  outcome.node = node;
  outcome.starts = m_state.world.now();
  m_state.record.forget(index);
  m_state.assumed.edit(at(index)) = model::k_none;
  m_state.world.bind(index, node);
  if (m_state.rules.version.binding_clears_nomination()) { m_state.world.nominate(index, model::k_none); }
  if (pod.group != model::k_none) {
    GroupOutcome& group = m_state.timeline.groups[at(pod.group)];
    if (!group.starts) { group.starts = m_state.world.now(); }
    if (pod.group == m_state.setup.looks_ahead_for || has_started_for_good(pod.group)) { m_state.record.end_run(); }
  }
  m_state.queue.done(index);
  m_state.world.request({Effect::Kind::Bound, index, &m_scheduler, claims});
  m_state.loop_detector.unplaced(m_state.unit_of(index), index, node); // a bound pod holds nothing back
  m_state.loop_detector.progress();
}

// True if this is the group that the run waits for, it has its quorum, and preemption cannot take that away: pods that
// may evict a member are of higher priority and pending.
bool Reservations::has_started_for_good(model::GroupIndex index) const {
  if (index != m_state.setup.until_start || !m_state.setup.others.empty()) { return false; }
  const model::PodGroup& group = m_state.rules.cluster.groups[at(index)];
  if (!group.sub_groups.empty()) { return false; }
  if (m_state.world.bound_members(index) < quorum_of(m_state.rules.cluster, group)) { return false; }
  std::int32_t lowest = std::numeric_limits<std::int32_t>::max();
  for (const model::PodIndex member : group.members) {
    lowest = std::min(lowest, m_state.pod_at(member).spec->priority);
  }
  return std::ranges::none_of(m_state.pending, [&](model::PodIndex pod) {
    return m_state.pod_at(pod).spec->priority > lowest && m_state.place_of(pod) == model::k_none;
  });
}

// ---- refusals and rejections -----------------------------------------------------------------------------------

void Reservations::refuse(model::PodIndex index, RefusalRecord record, Attempt attempt,
                          UnschedulablePlugins rejectors) {
  const model::Pod& pod = m_state.pod_at(index);
  m_state.loop_detector.failed(m_state.unit_of(index));
  PodOutcome& outcome = m_state.timeline.pods.edit(at(index));
  outcome.outcome = model::Outcome::Unschedulable;
  outcome.rejectors = rejectors;
  if (attempt.nominated != model::k_none) { m_state.world.nominate(index, attempt.nominated); }
  for (const model::PodIndex victim : attempt.victims) { // preemption may pick a leaving victim again
    if (std::ranges::find(outcome.victims, victim) == outcome.victims.end()) { outcome.victims.push_back(victim); }
  }
  for (const model::PodIndex victim : attempt.victims) { m_state.timeline.pods.edit(at(victim)).preemptor = index; }
  if (pod.group != model::k_none && record.gang != RefusalRecord::Gang::BackedOff) {
    if (m_state.setup.record_reasons) { m_state.timeline.groups[at(pod.group)].culprit = record; }
    m_state.timeline.groups[at(pod.group)].culprit_pod = index;
  }
  attempt.refusal = m_state.record.refusal(std::move(record), index);
  m_state.record.attempt(std::move(attempt));
  m_state.queue.put_back(index, rejectors, m_state.world.now());
  m_state.queue_sort.entered_again(index, m_state.world.now());
}

void Reservations::reject_waiting(model::GroupIndex group, std::string_view text, bool races) {
  const std::vector<WaitingPod> taken_down = m_state.waiting.take_group(group);
  for (const WaitingPod& waiting : taken_down) { m_rejected.push_back({waiting, std::string(text), races}); }
  if (!taken_down.empty()) { ++m_state.timeline.groups[at(group)].rejections; }
}

void Reservations::give_up_rejected() {
  while (!m_rejected.empty()) {
    const auto [waiting, text, races] = m_rejected.front();
    m_rejected.pop_front();
    RefusalRecord record;
    record.text = text;
    record.races = races;
    record.gang = RefusalRecord::Gang::Sibling;
    give_up(waiting, std::move(record));
  }
}

void Reservations::give_up(const WaitingPod& waiting, RefusalRecord record) {
  const model::Pod& pod = m_state.pod_at(waiting.pod);
  record.stage = model::Stage::Permit;
  record.after_reserve = true;
  if (m_state.gang.unreserve(waiting.pod, m_state.world.now())) {
    reject_waiting(pod.group, m_state.rules.policy_of(pod).unreserve_text, record.races);
  }
  lost_place(waiting.pod);
  m_state.feasibility.remove(waiting.pod, waiting.node);
  m_state.assumed.edit(at(waiting.pod)) = model::k_none;
  m_state.loop_detector.unplaced(m_state.unit_of(waiting.pod), waiting.pod, waiting.node);
  PodOutcome& outcome = m_state.timeline.pods.edit(at(waiting.pod));
  outcome.outcome = model::Outcome::Rejected;
  outcome.rejectors = unschedulable_plugin("Coscheduling");
  if (m_state.rules.version.failure_clears_nomination()) { m_state.world.nominate(waiting.pod, model::k_none); }
  const std::int32_t refusal = m_state.record.refusal(std::move(record), waiting.pod);
  if (waiting.attempt >= 0) {
    m_state.timeline.attempts[at(waiting.attempt)].refusal = refusal;
    m_state.timeline.attempts[at(waiting.attempt)].then_at = m_state.world.now();
  }
  m_state.queue.put_back(waiting.pod, outcome.rejectors, m_state.world.now());
  if (!m_state.rules.version.release_wakes() || !m_state.rules.policy_of(pod).release_wakes) {
    m_state.queue.note_silent_release(waiting.pod, m_state.world.now());
    return;
  }
  m_state.world.request({Effect::Kind::Released, waiting.pod, &m_scheduler});
}

RefusalRecord Reservations::timeout_record(const WaitingPod& waiting) const {
  RefusalRecord record;
  record.stage = model::Stage::Permit;
  record.after_reserve = true;
  record.text =
      util::concat("rejected due to timeout after waiting ", model::go_duration_text(waiting.seconds * 1'000'000'000),
                   " at plugin ", m_state.rules.policy_of(m_state.pod_at(waiting.pod)).plugin);
  record.gang = RefusalRecord::Gang::Timeout;
  record.waited_seconds = waiting.seconds;
  return record;
}

void Reservations::time_out(const WaitingPod& waiting) {
  RefusalRecord record = timeout_record(waiting);
  record.races = std::ranges::any_of(m_state.waiting, [&](const WaitingPod& other) {
    return m_state.pod_at(other.pod).group == m_state.pod_at(waiting.pod).group &&
           other.deadline.micros - waiting.deadline.micros < k_close_timers;
  });
  give_up(waiting, std::move(record));
  give_up_rejected();
}

bool Reservations::end_those_aside() {
  const auto is_aside = [&](const WaitingPod& waiting) {
    return m_state.loop_detector.is_aside(m_state.unit_of(waiting.pod));
  };
  bool any = false;
  for (auto holder = std::ranges::find_if(m_state.waiting, is_aside); holder != m_state.waiting.end();
       holder = std::ranges::find_if(m_state.waiting, is_aside)) {
    any = true;
    const model::Pod& pod = m_state.pod_at(holder->pod);
    const Policy& policy = m_state.rules.policy_of(pod);
    if (policy.post_filter == PostFilterRule::None) {
      time_out(*m_state.waiting.take(holder->pod));
    } else {
      reject_waiting(pod.group, policy.post_filter_text);
      give_up_rejected();
    }
  }
  return any;
}

void Reservations::activate_siblings(model::PodIndex index) {
  for (const model::PodIndex member : m_state.rules.cluster.groups[at(m_state.pod_at(index).group)].members) {
    if (member != index) { m_state.queue.activate(member); }
  }
}

void Reservations::note_peak(model::PodIndex index) {
  const model::Pod& pod = m_state.pod_at(index);
  if (pod.group == model::k_none) { return; }
  GroupOutcome& group = m_state.timeline.groups[at(pod.group)];
  const std::int32_t holding = m_state.world.bound_members(pod.group) + 1 + m_state.waiting.of_group(pod.group);
  const bool goes_on = holding == group.peak + 1 && m_is_at_peak[at(pod.group)];
  m_is_at_peak[at(pod.group)] = holding > group.peak;
  if (holding <= group.peak) { return; }
  group.peak = holding;
  if (goes_on) { // a group of 10,000 would else be listed 10,000 times
    group.at_peak.push_back(index);
    return;
  }
  group.at_peak.clear();
  for (const model::PodIndex member : m_state.rules.cluster.groups[at(pod.group)].members) {
    if (m_state.place_of(member) != model::k_none && !m_state.pod_at(member).bound()) {
      group.at_peak.push_back(member);
    }
  }
}

void Reservations::lost_place(model::PodIndex pod) {
  const model::GroupIndex group = m_state.pod_at(pod).group;
  if (group != model::k_none) { m_is_at_peak[at(group)] = false; }
}

void Reservations::finish() {
  for (const WaitingPod& waiting : m_state.waiting) { // these still held a node when a retry loop ended the run
    PodOutcome& outcome = m_state.timeline.pods.edit(at(waiting.pod));
    outcome.outcome = model::Outcome::Rejected;
    outcome.holds = waiting.node;
    if (!m_state.record.has_refusal(waiting.pod)) { // the timeout is what comes next for this pod
      m_state.record.refusal(timeout_record(waiting), waiting.pod);
    }
  }
}

} // namespace engine
