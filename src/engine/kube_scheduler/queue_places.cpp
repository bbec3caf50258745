// SPDX-License-Identifier: Apache-2.0
#include "engine/kube_scheduler/queue_places.hpp"

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

QueuePlaces::QueuePlaces(PagedColumn<std::int32_t> unit_of, std::size_t unit_count, const QueuePolicy& policy,
                         Backoff backoff)
    : m_policy(policy), m_pods(unit_of.size(), Entry()), m_unit_of(std::move(unit_of)), m_units(unit_count),
      m_backoff_setting(backoff) {}

void QueuePlaces::set_place(model::PodIndex pod, Place place) {
  Entry& e = entry(pod);
  Unit& unit = unit_of(pod);
  const auto queued = [](Place p) { return p == Place::Active || p == Place::Backoff ? 1 : 0; };
  unit.hash ^= mix(static_cast<std::uint64_t>(pod), static_cast<std::uint64_t>(e.place));
  unit.queued += queued(place) - queued(e.place);
  e.place = place;
  unit.hash ^= mix(static_cast<std::uint64_t>(pod), static_cast<std::uint64_t>(place));
}

// ---- heaps -----------------------------------------------------------------------------------------------------

bool QueuePlaces::ends_backoff_first(model::PodIndex a, model::PodIndex b) const {
  const std::int64_t end_a = backoff_end_seconds(a);
  const std::int64_t end_b = backoff_end_seconds(b);
  return end_a != end_b ? end_a < end_b : m_policy.less(a, b);
}

// Calls `what` with the heap's order and a callback that keeps each pod's heap index.
template <typename What>
auto QueuePlaces::with_order(GoHeap& heap, What what) {
  const auto moved = [&](model::PodIndex pod, std::size_t at) { entry(pod).heap_index = at; };
  if (&heap == &m_backoff) {
    return what([&](model::PodIndex a, model::PodIndex b) { return ends_backoff_first(a, b); }, moved);
  }
  return what([&](model::PodIndex a, model::PodIndex b) { return m_policy.less(a, b); }, moved);
}

void QueuePlaces::push(GoHeap& heap, model::PodIndex pod) {
  with_order(heap, [&](auto less, auto moved) { heap.push(pod, less, moved); });
}

model::PodIndex QueuePlaces::pop_root(GoHeap& heap) {
  return with_order(heap, [&](auto less, auto moved) { return heap.pop(less, moved); });
}

void QueuePlaces::remove_from(GoHeap& heap, model::PodIndex pod) {
  with_order(heap, [&](auto less, auto moved) { heap.remove(entry(pod).heap_index, less, moved); });
}

// ---- back-off --------------------------------------------------------------------------------------------------

// The end of the pod's back-off, aligned down to whole seconds. (getBackoffTime, backoffQOrderingWindowDuration)
void QueuePlaces::set_backoff_end(Entry& e) const {
  if (m_backoff_setting.max_seconds == 0) { return; }
  std::int64_t seconds = m_backoff_setting.initial_seconds;
  for (std::int32_t i = 1; i < e.failures && seconds < m_backoff_setting.max_seconds; ++i) { seconds *= 2; }
  seconds = std::min(seconds, m_backoff_setting.max_seconds);
  e.backoff_end = model::Time{e.put_back_at.micros + seconds * 1'000'000}.seconds();
}

bool QueuePlaces::backing_off(model::PodIndex pod, model::Time now) const {
  return backoff_end_seconds(pod) >= now.seconds();
}

// ---- places ----------------------------------------------------------------------------------------------------

void QueuePlaces::to_pool(model::PodIndex pod) {
  set_place(pod, Place::Unschedulable);
  entry(pod).pool_index = m_pool.size();
  m_pool.push_back({pod, std::as_const(*this).entry(pod).rejectors});
}

void QueuePlaces::to_active(model::PodIndex pod) {
  if (unit_of(pod).is_aside) {
    put_aside(pod);
    return;
  }
  set_place(pod, Place::Active);
  push(m_active, pod);
}

void QueuePlaces::requeue(model::PodIndex pod, model::Time now) {
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

void QueuePlaces::put_aside(model::PodIndex pod) {
  set_place(pod, Place::SetAside);
  unit_of(pod).aside.push_back(pod);
}

} // namespace engine
