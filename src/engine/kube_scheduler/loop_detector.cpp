// SPDX-License-Identifier: Apache-2.0
#include "engine/kube_scheduler/loop_detector.hpp"

#include <algorithm>

namespace engine {

std::uint64_t LoopDetector::mix(model::PodIndex pod, std::int32_t node) {
  std::uint64_t x =
      (static_cast<std::uint64_t>(static_cast<std::uint32_t>(pod)) << 32) ^ static_cast<std::uint32_t>(node);
  x = (x + 0x9e3779b97f4a7c15ull) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 29)) * 0x94d049bb133111ebull;
  return x ^ (x >> 32);
}

void LoopDetector::add_pending_pod(std::int32_t unit, bool new_kind) {
  ++at(unit).pods;
  at(unit).kinds += new_kind ? 1 : 0;
}

void LoopDetector::placed(std::int32_t unit, model::PodIndex pod, std::int32_t node) {
  Unit& u = at(unit);
  u.placements ^= mix(pod, node);
  if (node < 0) { return; }
  if (++u.holding > u.most_held) {
    u.most_held = u.holding;
    u.rounds_without_gain = 0;
  }
}

void LoopDetector::unplaced(std::int32_t unit, model::PodIndex pod, std::int32_t node) {
  at(unit).placements ^= mix(pod, node);
  if (node >= 0) { --at(unit).holding; }
}

bool LoopDetector::is_looping_again(std::int32_t unit, model::PodIndex next, std::uint64_t places, bool alone) {
  Unit& u = at(unit);
  if (u.generation != m_generation) {
    u.generation = m_generation;
    u.states.clear();
    u.attempts = 0;
    u.rounds_without_gain = 0;
    u.most_held = u.holding;
  }
  ++u.attempts;
  const int times = ++u.states[places ^ u.placements ^ mix(next, -1)];
  const bool everybody_tried = u.attempts > 3 * std::int64_t{u.pods} + 10;
  const bool no_further = u.rounds_without_gain > 3 + std::min(u.kinds, 16);
  u.stale = times >= (alone ? 2 : 3) || (!alone && everybody_tried && no_further);
  return u.stale;
}

} // namespace engine
