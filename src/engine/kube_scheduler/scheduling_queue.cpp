// SPDX-License-Identifier: Apache-2.0
#include "engine/kube_scheduler/scheduling_queue.hpp"

#include <algorithm>
#include <utility>

namespace engine {

namespace {

// A well-spread number for (pod, place), so that the XOR of a set's elements can serve as its hash.
std::uint64_t mix(std::uint64_t pod, std::uint64_t place) {
  std::uint64_t x = pod * 8 + place + 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

} // namespace

SchedulingQueue::SchedulingQueue(std::vector<std::int32_t> unit_of, std::size_t unit_count, const QueuePolicy& policy,
                                 Backoff backoff, SchedulerVersion version)
    : m_policy(policy), m_backoff_setting(backoff), m_version(version), m_pods(unit_of.size()),
      m_unit_of(std::move(unit_of)), m_units(unit_count) {}

void SchedulingQueue::set_place(model::PodIndex pod, Place place) {
  Entry& e = entry(pod);
  Unit& unit = unit_of(pod);
  const auto queued = [](Place p) { return p == Place::Active || p == Place::Backoff ? 1 : 0; };
  unit.hash ^= mix(static_cast<std::uint64_t>(pod), static_cast<std::uint64_t>(e.place));
  unit.queued += queued(place) - queued(e.place);
  e.place = place;
  unit.hash ^= mix(static_cast<std::uint64_t>(pod), static_cast<std::uint64_t>(place));
}

// ---- heaps -----------------------------------------------------------------------------------------------------

bool SchedulingQueue::ends_backoff_first(model::PodIndex a, model::PodIndex b) const {
  const std::int64_t end_a = backoff_end_seconds(a);
  const std::int64_t end_b = backoff_end_seconds(b);
  return end_a != end_b ? end_a < end_b : m_policy.less(a, b);
}

// Calls `what` with the heap's order and a callback that keeps each pod's heap index.
template <typename What>
auto SchedulingQueue::with_order(GoHeap& heap, What what) {
  const auto moved = [&](model::PodIndex pod, std::size_t at) { entry(pod).heap_index = at; };
  if (&heap == &m_backoff) {
    return what([&](model::PodIndex a, model::PodIndex b) { return ends_backoff_first(a, b); }, moved);
  }
  return what([&](model::PodIndex a, model::PodIndex b) { return m_policy.less(a, b); }, moved);
}

void SchedulingQueue::push(GoHeap& heap, model::PodIndex pod) {
  with_order(heap, [&](auto less, auto moved) { heap.push(pod, less, moved); });
}

model::PodIndex SchedulingQueue::pop_root(GoHeap& heap) {
  return with_order(heap, [&](auto less, auto moved) { return heap.pop(less, moved); });
}

void SchedulingQueue::remove_from(GoHeap& heap, model::PodIndex pod) {
  with_order(heap, [&](auto less, auto moved) { heap.remove(entry(pod).heap_index, less, moved); });
}

// ---- back-off --------------------------------------------------------------------------------------------------

// The end of the pod's back-off, aligned down to whole seconds. (getBackoffTime, backoffQOrderingWindowDuration)
std::int64_t SchedulingQueue::backoff_end_seconds(model::PodIndex pod) const {
  const Entry& e = entry(pod);
  if (e.failures == 0 || m_backoff_setting.max_seconds == 0) { return 0; }
  std::int64_t seconds = m_backoff_setting.initial_seconds;
  for (std::int32_t i = 1; i < e.failures && seconds < m_backoff_setting.max_seconds; ++i) { seconds *= 2; }
  seconds = std::min(seconds, m_backoff_setting.max_seconds);
  return model::Time{e.put_back_at.micros + seconds * 1'000'000}.seconds();
}

bool SchedulingQueue::backing_off(model::PodIndex pod, model::Time now) const {
  return backoff_end_seconds(pod) >= now.seconds();
}

std::optional<model::Time> SchedulingQueue::next_backoff_end() const {
  if (m_backoff.empty()) { return std::nullopt; }
  return model::Time::from_seconds(backoff_end_seconds(m_backoff.front()) + 1);
}

// ---- places ----------------------------------------------------------------------------------------------------

void SchedulingQueue::add(model::PodIndex pod) { to_active(pod); }

void SchedulingQueue::add_refused(model::PodIndex pod, UnschedulablePlugins rejectors) {
  entry(pod).rejectors = rejectors;
  to_pool(pod);
}

void SchedulingQueue::to_pool(model::PodIndex pod) {
  set_place(pod, Place::Unschedulable);
  entry(pod).pool_index = m_pool.size();
  m_pool.push_back(pod);
}

void SchedulingQueue::to_active(model::PodIndex pod) {
  if (unit_of(pod).is_aside) {
    put_aside(pod);
    return;
  }
  set_place(pod, Place::Active);
  push(m_active, pod);
}

// Moves the pod to activeQ, or to backoffQ while its back-off lasts. (requeuePodWithQueueingStrategy)
void SchedulingQueue::requeue(model::PodIndex pod, model::Time now) {
  if (!backing_off(pod, now)) {
    to_active(pod);
    return;
  }
  if (unit_of(pod).is_aside) {
    put_aside(pod);
    return;
  }
  set_place(pod, Place::Backoff);
  push(m_backoff, pod);
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
  for (const model::PodIndex pod : m_pool) {
    if (pod == model::k_none || m_policy.keeps_out(pod)) { continue; }
    const std::optional<model::Time> at = flushed_at(pod);
    if (at && (!next || *at < *next)) { next = at; }
  }
  return next;
}

void SchedulingQueue::flush(model::Time now) {
  for (const model::PodIndex pod : std::vector<model::PodIndex>(m_pool)) {
    if (pod == model::k_none) { continue; }
    const std::optional<model::Time> at = flushed_at(pod);
    if (at && *at <= now) { try_again(pod, now); }
  }
}

void SchedulingQueue::put_aside(model::PodIndex pod) {
  set_place(pod, Place::SetAside);
  unit_of(pod).aside.push_back(pod);
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
  std::vector<model::PodIndex> moved;
  std::size_t kept = 0;
  for (const model::PodIndex pod : m_pool) {
    if (pod == model::k_none) { continue; }
    if (pod != except && m_policy.is_worth_requeuing(event, entry(pod).rejectors, pod) && !m_policy.keeps_out(pod)) {
      moved.push_back(pod);
      continue;
    }
    entry(pod).pool_index = kept;
    m_pool[kept++] = pod;
  }
  m_pool.resize(kept);
  for (const model::PodIndex pod : moved) { requeue(pod, now); }
  m_events.push_back({event, except});
}

} // namespace engine
