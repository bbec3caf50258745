// SPDX-License-Identifier: Apache-2.0
#include "engine/kube_scheduler/scheduling_queue.hpp"

#include <utility>

namespace engine {

SchedulingQueue::SchedulingQueue(PagedColumn<std::int32_t> unit_of, std::size_t unit_count, const QueuePolicy& policy,
                                 Backoff backoff, SchedulerVersion version)
    : QueuePlaces(std::move(unit_of), unit_count, policy, backoff), m_version(version) {}

std::optional<model::Time> SchedulingQueue::next_backoff_end() const {
  if (m_backoff.empty()) { return std::nullopt; }
  return model::Time::from_seconds(backoff_end_seconds(m_backoff.front()) + 1);
}

void SchedulingQueue::add(model::PodIndex pod) { to_active(pod); }

void SchedulingQueue::add_refused(model::PodIndex pod, UnschedulablePlugins rejectors) {
  entry(pod).rejectors = rejectors;
  to_pool(pod);
}

void SchedulingQueue::note_silent_release(model::PodIndex pod, model::Time now) {
  m_changes.add(m_unit_of[static_cast<std::size_t>(pod)], now);
  m_has_silent_release = true;
}

// When the pod of the pool is flushed; nullopt if nothing has changed for it.
std::optional<model::Time> SchedulingQueue::flushed_at(model::PodIndex pod) const {
  const model::Time since = entry(pod).put_back_at;
  if (since > m_changes.last_for(m_unit_of[static_cast<std::size_t>(pod)])) { return std::nullopt; }
  return model::Time{since.micros + m_version.flush_seconds() * 1'000'000};
}

std::optional<model::Time> SchedulingQueue::next_flush() const {
  std::optional<model::Time> next;
  for (const auto [pod, rejectors] : m_pool) {
    if (pod == model::k_none) { continue; }
    const std::optional<model::Time> at = flushed_at(pod);
    if (at && (!next || *at < *next) && !m_policy.keeps_out(pod)) { next = at; }
  }
  return next;
}

void SchedulingQueue::flush(model::Time now) {
  for (const auto [pod, rejectors] : std::vector<Pooled>(m_pool)) {
    if (pod == model::k_none) { continue; }
    const std::optional<model::Time> at = flushed_at(pod);
    if (at && *at <= now) { try_again(pod, now); }
  }
}

void SchedulingQueue::set_aside(std::int32_t index, std::span<const model::PodIndex> pods) {
  m_units[static_cast<std::size_t>(index)].is_aside = true;
  for (const model::PodIndex pod : pods) {
    if (m_unit_of[static_cast<std::size_t>(pod)] != index) { continue; }
    if (place(pod) != Place::Active && place(pod) != Place::Backoff) { continue; }
    remove_from(place(pod) == Place::Active ? m_active : m_backoff, pod);
    put_aside(pod);
  }
}

void SchedulingQueue::resume(std::int32_t index, model::Time now) {
  Unit& unit = m_units[static_cast<std::size_t>(index)];
  unit.is_aside = false;
  for (const model::PodIndex pod : std::exchange(unit.aside, {})) { requeue(pod, now); }
}

std::optional<model::PodIndex> SchedulingQueue::pop(model::Time now) {
  while (!m_backoff.empty() && !backing_off(m_backoff.front(), now)) { to_active(pop_root(m_backoff)); }
  GoHeap* from = &m_active;
  if (m_active.empty()) {
    if (m_backoff.empty() || !m_version.pops_from_backoff_queue()) { return std::nullopt; }
    from = &m_backoff;
  }
  const model::PodIndex pod = pop_root(*from);
  begin_attempt(pod);
  return pod;
}

void SchedulingQueue::begin_attempt(model::PodIndex pod) {
  set_place(pod, Place::InFlight);
  Entry& e = entry(pod);
  e.in_flight_since = m_events.size();
  e.rejectors = 0;
  e.force_activate = false;
}

bool SchedulingQueue::take(model::PodIndex pod) {
  activate(pod);
  if (place(pod) != Place::Active) { return false; }
  remove_from(m_active, pod);
  begin_attempt(pod);
  return true;
}

void SchedulingQueue::put_back(model::PodIndex pod, UnschedulablePlugins rejectors, model::Time now) {
  Entry& e = entry(pod);
  e.rejectors = rejectors;
  e.put_back_at = now;
  ++e.failures;
  set_backoff_end(e);
  bool worth = e.force_activate;
  for (std::size_t i = e.in_flight_since; i < m_events.size() && !worth; ++i) {
    worth = m_events[i].except != pod && m_policy.is_worth_requeuing(m_events[i].what, rejectors, pod);
  }
  if (worth && !m_policy.keeps_out(pod)) {
    requeue(pod, now);
    return;
  }
  to_pool(pod);
}

void SchedulingQueue::try_again(model::PodIndex pod, model::Time now) {
  if (place(pod) != Place::Unschedulable || m_policy.keeps_out(pod)) { return; }
  take_from_pool(pod);
  requeue(pod, now);
}

void SchedulingQueue::done(model::PodIndex pod) {
  switch (place(pod)) {
  case Place::Active:
    remove_from(m_active, pod);
    break;
  case Place::Backoff:
    remove_from(m_backoff, pod);
    break;
  case Place::Unschedulable:
    take_from_pool(pod);
    break;
  case Place::SetAside:
    std::erase(unit_of(pod).aside, pod);
    break;
  default:
    break;
  }
  set_place(pod, Place::Nowhere);
}

void SchedulingQueue::activate(model::PodIndex pod) {
  switch (place(pod)) {
  case Place::Unschedulable:
    if (m_policy.keeps_out(pod)) { return; }
    take_from_pool(pod);
    break;
  case Place::Backoff:
    remove_from(m_backoff, pod);
    break;
  case Place::InFlight:
    entry(pod).force_activate = true;
    return;
  default:
    return;
  }
  to_active(pod);
}

void SchedulingQueue::move_to_active_or_backoff(const ClusterEvent& event, model::Time now, model::PodIndex except) {
  const UnschedulablePlugins heard_by = m_policy.heard_by(event);
  std::vector<model::PodIndex> moved;
  std::size_t kept = 0;
  for (std::size_t index = 0; index < m_pool.size(); ++index) {
    const auto [pod, rejectors] = m_pool[index];
    if (pod == model::k_none) { continue; }
    const bool may_hear = heard_by == k_all_plugins || (rejectors & heard_by) != 0;
    if (may_hear && pod != except && m_policy.is_worth_requeuing(event, rejectors, pod) && !m_policy.keeps_out(pod)) {
      moved.push_back(pod);
      continue;
    }
    if (index != kept) {
      entry(pod).pool_index = kept;
      m_pool[kept] = {pod, rejectors};
    }
    ++kept;
  }
  m_pool.resize(kept);
  for (const model::PodIndex pod : moved) { requeue(pod, now); }
  m_events.push_back({event, except});
}

} // namespace engine
