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
  ++m_nodes_held;
  if (++u.nodes > u.most_held) {
    u.most_held = u.nodes;
    u.rounds_without_gain = 0;
  }
}

void LoopDetector::unplaced(std::int32_t unit, model::PodIndex pod, std::int32_t node) {
  at(unit).placements ^= mix(pod, node);
  if (node < 0) { return; }
  --at(unit).nodes;
  if (--m_nodes_held > 0) { return; }
  for (const std::int32_t other : m_aside) {
    if (!may_get_a_chance(at(other))) { continue; }
    ++at(other).chances;
    resume(other);
  }
  std::erase_if(m_aside, [&](std::int32_t other) { return !at(other).is_aside; });
}

void LoopDetector::failed(std::int32_t unit) {
  Unit& u = at(unit);
  ++u.rounds_without_gain;
  if (m_nodes_held == u.nodes) { u.failed_alone = true; }
}

bool LoopDetector::may_get_a_chance(const Unit& unit) const {
  constexpr std::int32_t k_chances = 3; // units that hold nodes in turns can keep each other from starting forever
  return !unit.failed_alone && unit.chances < k_chances;
}

bool LoopDetector::gets_a_chance(std::int32_t unit) {
  if (m_nodes_held > 0 || !may_get_a_chance(at(unit))) { return false; }
  ++at(unit).chances;
  return true;
}

void LoopDetector::progress() {
  ++m_generation;
  for (const std::int32_t unit : m_aside) { resume(unit); }
  m_aside.clear();
}

void LoopDetector::set_aside(std::int32_t unit) {
  at(unit).is_aside = true;
  m_aside.push_back(unit);
}

void LoopDetector::resume(std::int32_t unit) {
  at(unit).is_aside = false;
  watch_anew(at(unit));
  m_to_resume.push_back(unit);
}

void LoopDetector::watch_anew(Unit& unit) {
  unit.states.clear();
  unit.attempts = 0;
  unit.rounds_without_gain = 0;
  unit.most_held = unit.nodes;
  unit.failed_alone = false;
}

bool LoopDetector::is_looping_again(std::int32_t unit, model::PodIndex next, std::uint64_t places, bool alone) {
  Unit& u = at(unit);
  if (u.generation != m_generation) {
    u.generation = m_generation;
    u.chances = 0;
    watch_anew(u);
  }
  ++u.attempts;
  const int times = ++u.states[places ^ u.placements ^ mix(next, -1)];
  const bool everybody_tried = u.attempts > 3 * std::int64_t{u.pods} + 10;
  const bool no_further = u.rounds_without_gain > 3 + std::min(u.kinds, 16);
  return times >= (alone ? 2 : 3) || (everybody_tried && no_further);
}

} // namespace engine
