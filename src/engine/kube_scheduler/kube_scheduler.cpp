// SPDX-License-Identifier: Apache-2.0
#include "engine/kube_scheduler/kube_scheduler.hpp"

#include "engine/index.hpp"
#include "engine/nodes/node_affinity.hpp"

#include <algorithm>
#include <utility>

namespace engine {

KubeScheduler::KubeScheduler(SchedulerInput input)
    : m_state(std::move(input), *this), m_cycle(m_state), m_entrance(m_state, m_cycle), m_turns(m_state),
      m_reservations(m_state, *this), m_evictions(m_state, m_reservations, *this),
      m_group_cycle(m_state, m_cycle, m_reservations, m_evictions) {
  for (std::size_t kind = 0; kind < m_concerned.size(); ++kind) {
    m_concerned[kind] = concerned_by(static_cast<ClusterEvent::Kind>(kind), m_state.rules.version);
  }
  m_some_hear_all =
      std::ranges::any_of(m_state.rules.policies, [](const Policy* policy) { return policy->every_event_wakes; });
}

bool KubeScheduler::is_worth_requeuing(const ClusterEvent& event, UnschedulablePlugins rejectors,
                                       model::PodIndex pod) const {
  const model::Pod& asks = m_state.pod_at(pod);
  const bool is_capped = event.kind == ClusterEvent::Kind::NominationEnded;
  if (is_capped && asks.spec->priority > event.pod->spec->priority) { return false; }
  if (m_state.rules.version.every_event_wakes()) { return true; }
  const Concerned& concerned = m_concerned[static_cast<std::size_t>(event.kind)];
  if ((rejectors & concerned.always) != 0) { return true; }
  if (m_some_hear_all && m_state.rules.gang_of(asks) != model::k_none &&
      m_state.rules.policy_of(asks).every_event_wakes) {
    return true;
  }
  return (rejectors & concerned.maybe) != 0 &&
         engine::is_worth_requeuing(event, rejectors, asks, *m_state.rules.profile_of(asks), m_state.nodes,
                                    m_state.rules.version);
}

UnschedulablePlugins KubeScheduler::heard_by(const ClusterEvent& event) const {
  if (m_some_hear_all || m_state.rules.version.every_event_wakes()) { return k_all_plugins; }
  const Concerned& concerned = m_concerned[static_cast<std::size_t>(event.kind)];
  return concerned.always | concerned.maybe;
}

// ---- the start: members and queue ------------------------------------------------------------------------------

void KubeScheduler::start() {
  const SimulationSetup& setup = m_state.setup;
  if (setup.last != model::k_none) { m_state.queue_sort.put_last(setup.last); }
  m_state.queue_sort.draw_siblings(setup.sibling_order);
  if (setup.reversed) { m_state.queue_sort.reverse_equals(); }
  m_entrance.open();
  take_up_nominations();
  for (const model::PodIndex pod : setup.failed_recently) { m_state.gang.back_off(pod, m_state.world.now()); }
  for (const ClusterEvent& event : setup.events) {
    m_state.queue.move_to_active_or_backoff(event, m_state.world.now());
  }
}

// Restores the nominations in the snapshot.
void KubeScheduler::take_up_nominations() {
  for (const model::PodIndex index : m_state.pending) {
    const model::NodeIndex node = m_state.world.nominated_node(index);
    if (node == model::k_none) { continue; }
    if (m_state.queue.place(index) != Place::Active && m_state.queue.place(index) != Place::Unschedulable) { continue; }
    const bool is_of_gang = m_state.rules.gang_of(m_state.pod_at(index)) != model::k_none;
    if (m_state.rules.options.waiting == Waiting::Nominated && is_of_gang) {
      m_state.queue.done(index);
      m_reservations.reserve(index, node);
      m_reservations.permit(index, node, Attempt::of(index, m_state.world.now()));
    } else {
      m_state.nominator.nominate(index, node);
    }
  }
}

// ---- one scheduling cycle --------------------------------------------------------------------------------------

bool KubeScheduler::schedule_one(model::PodIndex pod) {
  Attempt attempt = Attempt::of(pod, m_state.world.now());
  ++m_state.timeline.pods.edit(at(pod)).attempts;
  RefusalRecord record;
  NodeSet narrowed(m_state.nodes.size());
  if (const auto node = m_cycle.find_place(pod, narrowed, record, attempt)) {
    m_reservations.reserve(pod, *node);
    m_reservations.permit(pod, *node, std::move(attempt));
    return m_state.place_of(pod) != model::k_none;
  }
  if (record.no_nodes) {
    m_reservations.refuse(pod, std::move(record), std::move(attempt), 0);
    return false;
  }
  if (record.stage == model::Stage::Filter) { m_cycle.count_refusals(pod, narrowed, record); }
  const std::optional<std::string_view> rejects = m_cycle.post_filter(pod, narrowed, record, attempt);
  if (rejects) { m_reservations.reject_waiting(m_state.pod_at(pod).group, *rejects); }
  const std::vector<model::PodIndex> victims = attempt.victims = m_evictions.to_delete(std::move(attempt.victims));
  const UnschedulablePlugins rejectors = m_cycle.unschedulable_plugins_of(record);
  m_reservations.refuse(pod, std::move(record), std::move(attempt), rejectors);
  m_reservations.give_up_rejected();
  if (!victims.empty()) { m_evictions.evict(victims, {pod}); }
  return false;
}

// ---- what the watch and the API server report ------------------------------------------------------------------

void KubeScheduler::hear_of(const Effect& effect) {
  switch (effect.kind) {
  case Effect::Kind::Bound:
    appear_on_node(effect);
    return;
  case Effect::Kind::Deleted: // the watch reports the deletion: gone()
    return;
  case Effect::Kind::MayTryAgain:
    m_evictions.may_try_again(effect.pod);
    return;
  case Effect::Kind::Released: // others may use what it held (handleBindingCycleError: after FailureHandler)
    m_state.queue.move_to_active_or_backoff({ClusterEvent::Kind::PodDeleted, &m_state.pod_at(effect.pod)},
                                            m_state.world.now(), effect.pod);
    return;
  case Effect::Kind::NominationEnded:
    if (m_state.place_of(effect.pod) == model::k_none) { end_nomination(effect.pod); }
    return;
  }
}

// Pods of the same or lower priority counted the pod on its nominated node. The group's own cycle handles this for
// members of native groups. (updatePodInSchedulingQueue, deletePodFromSchedulingQueue)
void KubeScheduler::end_nomination(model::PodIndex pod) {
  if (!m_state.rules.version.lost_nomination_wakes_others() || m_state.is_native(pod)) { return; }
  m_state.queue.move_to_active_or_backoff({ClusterEvent::Kind::NominationEnded, &m_state.pod_at(pod)},
                                          m_state.world.now());
}

void KubeScheduler::hear_of_freed_claim(model::PodIndex pod) {
  if (!m_cycle.take_freed_claim()) { return; }
  m_state.queue.move_to_active_or_backoff({ClusterEvent::Kind::DevicesFreed, &m_state.pod_at(pod)},
                                          m_state.world.now());
  note_change();
}

// PreBind has written volumes and claims, Bind the pod.
void KubeScheduler::appear_on_node(const Effect& effect) {
  using Kind = ClusterEvent::Kind;
  const model::Pod& pod = m_state.pod_at(effect.pod);
  if (effect.by != this) { // another scheduler's pod: it enters the cache now
    m_state.feasibility.add(effect.pod, m_state.world.node_of(effect.pod));
    m_state.gang.bound_before(effect.pod);
  }
  if (effect.claims.devices) {
    m_state.queue.move_to_active_or_backoff({Kind::DevicesAllocated, &pod}, m_state.world.now());
  }
  if (effect.claims.storage.volumes) {
    m_state.queue.move_to_active_or_backoff({Kind::VolumesBound, &pod}, m_state.world.now());
  }
  if (effect.claims.storage.provisioned) {
    m_state.queue.move_to_active_or_backoff({Kind::VolumesProvisioned, &pod}, m_state.world.now());
  }
  m_group_cycle.forget_losses();
  m_state.queue.move_to_active_or_backoff({Kind::PodBound, &pod}, m_state.world.now());
  const bool is_nominated = m_state.world.nominated_node(effect.pod) != model::k_none;
  if (is_nominated && m_state.rules.version.binding_of_nominated_wakes_others()) { end_nomination(effect.pod); }
  note_change();
}

void KubeScheduler::note_change() {
  m_state.queue.note_change(m_state.world.now());
  m_state.loop_detector.progress();
}

void KubeScheduler::gone(model::PodIndex pod, model::NodeIndex node) {
  m_reservations.lost_place(pod);
  m_state.feasibility.remove(pod, node);
  m_state.gang.gone(pod, true);
  m_group_cycle.forget_losses();
  m_state.queue.move_to_active_or_backoff({ClusterEvent::Kind::PodDeleted, &m_state.pod_at(pod)}, m_state.world.now());
  note_change();
}

// True if a PreEnqueue plugin keeps a pod from another attempt. A native group needs its quorum again: preemption may
// have evicted members.
bool KubeScheduler::keeps_out(model::PodIndex pod) const {
  if (m_evictions.carries_out_preemption(pod)) { return true; }
  const model::GroupIndex native = m_state.rules.native_group_of(m_state.pod_at(pod));
  return native != model::k_none && !m_state.gang.pre_enqueue(native).empty();
}

// ---- turns and timers ------------------------------------------------------------------------------------------

bool KubeScheduler::take_timer() {
  if (const std::optional<WaitingPod> due = m_state.waiting.take_due(m_state.world.now())) {
    m_reservations.time_out(*due);
    return true;
  }
  if (const std::optional<model::Time> flush = next_flush(); flush && *flush <= m_state.world.now()) {
    m_state.queue.flush(m_state.world.now());
    return true;
  }
  return false;
}

// Runs that do not look ahead answer what the cluster's state allows. Of flushes, they need only those that are the
// sole way to learn of a released reservation.
std::optional<model::Time> KubeScheduler::next_flush() const {
  const bool flushes = m_state.setup.looks_ahead_for != model::k_none || m_state.queue.has_silent_release();
  return flushes ? m_state.queue.next_flush() : std::nullopt;
}

// The next end of a back-off or of a wait at Permit, or the next flush.
std::optional<model::Time> KubeScheduler::next_timer() const {
  std::optional<model::Time> next = m_state.queue.next_backoff_end();
  const auto take_earlier = [&](std::optional<model::Time> time) {
    if (time && (!next || *time < *next)) { next = time; }
  };
  take_earlier(next_flush());
  take_earlier(m_state.waiting.next_deadline());
  return next;
}

Scheduler::Turn KubeScheduler::take_turn() {
  const Turns::Next next = m_turns.next();
  if (next.waits_until) { return Turn::waits_until(*next.waits_until); }
  if (!next.pod) {
    const bool moves = m_group_cycle.try_those_who_gave_way() || m_reservations.end_those_aside();
    return {moves ? Turn::Kind::Taken : Turn::Kind::Idle};
  }
  const model::PodIndex pod = *next.pod;
  const std::int64_t micros = m_state.is_native(pod) ? m_group_cycle.run(pod)
                              : schedule_one(pod)    ? k_placing
                                                     : k_failing;
  hear_of_freed_claim(pod);
  return {Turn::Kind::Taken, micros};
}

// ---- the end ---------------------------------------------------------------------------------------------------

void KubeScheduler::finish(bool spins) {
  for (std::size_t i = 0; i < m_state.timeline.groups.size(); ++i) {
    m_state.timeline.groups[i].spins = spins && m_state.loop_detector.is_aside(static_cast<std::int32_t>(i));
    m_state.timeline.groups[i].last_failed = m_state.queue_sort.last_failed(static_cast<model::GroupIndex>(i));
  }
  m_reservations.finish();
  m_state.record.write(m_state.pending);
  for (const model::PodIndex pod : m_state.pending) {
    m_state.timeline.pods.edit(at(pod)).is_refused = m_state.queue.place(pod) == Place::Unschedulable;
  }
  m_state.timeline.known = m_state.feasibility.known().all();
  m_state.timeline.usage_at_end = std::move(m_state.feasibility).take_usage();
  m_state.timeline.usage_at_end.share();
}

} // namespace engine
