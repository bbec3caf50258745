// SPDX-License-Identifier: Apache-2.0
#include "engine/repetition.hpp"

namespace engine {

std::uint64_t Repetition::mix(model::PodIndex pod, std::int32_t node) {
  std::uint64_t x = (static_cast<std::uint64_t>(static_cast<std::uint32_t>(pod)) << 32) ^
                    static_cast<std::uint32_t>(node);
  x = (x + 0x9e3779b97f4a7c15ull) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 29)) * 0x94d049bb133111ebull;
  return x ^ (x >> 32);
}

bool Repetition::seen(std::int32_t unit, model::PodIndex next, std::uint64_t places, bool alone) {
  // A unit that wanders through this many states without anything being bound is taken to repeat itself.
  constexpr std::int64_t k_patience = 20'000;
  Unit& u = at(unit);
  if (u.generation != m_generation) {
    u.generation = m_generation;
    u.states.clear();
    u.attempts = 0;
    u.stale = false;
  }
  const int times = ++u.states[places ^ u.placements ^ mix(next, -1)];
  u.stale = times >= (alone ? 2 : 3) || ++u.attempts > k_patience;
  return u.stale;
}

} // namespace engine
