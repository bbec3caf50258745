// SPDX-License-Identifier: Apache-2.0
#include "engine/kube_scheduler/turns.hpp"

#include "engine/index.hpp"

#include <utility>
#include <vector>

namespace engine {

Turns::Next Turns::next() {
  for (const std::int32_t unit : m_state.loop_detector.to_resume()) { m_state.queue.resume(unit, m_state.world.now()); }
  while (!m_popped) {
    m_popped = m_state.queue.pop(m_state.world.now());
    if (!m_popped) { return {}; }
    if (!repeats(*m_popped)) { break; }
    ++m_repetitions;
    // Calls to the API server that are still open may change the outcome. Where each attempt begins another call, as
    // with waits at Permit that end at once, waiting for them would never end.
    const std::optional<model::Time> answer = m_state.world.next_answer();
    if (answer && !repeats_for_long(64)) { return {{}, answer}; }
    if (pass_on_turn()) { m_popped.reset(); }
  }
  return {std::exchange(m_popped, std::nullopt), {}};
}

// True if the pod's unit is in a retry loop. A native group enters the queue only after a change, so it cannot be in
// one by itself.
bool Turns::repeats(model::PodIndex pod) {
  if (m_state.is_native(pod)) { return false; }
  const std::int32_t unit = m_state.unit_of(pod);
  const bool alone = m_state.queue.queued(unit) == static_cast<std::int32_t>(m_state.queue.size());
  if (m_state.loop_detector.is_looping_again(unit, pod, m_state.queue.places_hash(unit), alone)) { return true; }
  m_repetitions = 0;
  return false;
}

// True if the unit of the popped pod repeats itself, with about `rounds` turns for each of its pods.
bool Turns::repeats_for_long(std::int64_t rounds) const {
  const std::int32_t unit = m_state.unit_of(*m_popped);
  return m_repetitions > rounds * (m_state.queue.queued(unit) + 8);
}

// Called when the unit of the popped pod repeats itself. Sets the unit aside when it holds no node, or after many turns
// at which it held some, and returns true. Returns false if m_popped is to be tried: the unit still
// holds nodes or gets another chance, or the pod, which may be another one now, was never tried. Members that activate
// each other (Coscheduling.Permit) can keep the last of them from a turn. In the live scheduler, rejected members need
// a moment to return to the queue, so it gets one.
bool Turns::pass_on_turn() {
  const std::int32_t unit = m_state.unit_of(*m_popped);
  if (m_state.loop_detector.holds_nodes(unit) && !repeats_for_long(2)) { return false; }
  if (const std::optional<model::PodIndex> untried = first_untried_of(unit)) {
    m_state.queue.return_to_active(*m_popped);
    m_state.queue.take(*untried);
    m_popped = untried;
    return false;
  }
  if (m_state.loop_detector.gets_a_chance(unit)) { return false; }
  m_state.queue.set_aside(unit, pods_of(unit, *m_popped));
  m_state.queue.return_to_active(*m_popped);
  m_state.loop_detector.set_aside(unit);
  return true;
}

// The first pod of the unit in activeQ that was never tried.
std::optional<model::PodIndex> Turns::first_untried_of(std::int32_t unit) const {
  std::optional<model::PodIndex> first;
  for (const model::PodIndex pod : pods_of(unit, *m_popped)) {
    const bool waits = m_state.queue.place(pod) == Place::Active && m_state.timeline.pods[at(pod)].attempts == 0;
    if (waits && m_state.unit_of(pod) == unit && (!first || m_state.queue_sort.less(pod, *first))) { first = pod; }
  }
  return first;
}

// All pods of the unit, and maybe others. `own`: any pod of it, which must outlive the result.
std::span<const model::PodIndex> Turns::pods_of(std::int32_t unit, const model::PodIndex& own) const {
  const model::PodGroupList& groups = m_state.rules.cluster.groups;
  if (static_cast<std::size_t>(unit) < groups.size()) { return groups[static_cast<std::size_t>(unit)].members; }
  return {&own, 1};
}

} // namespace engine
