// SPDX-License-Identifier: Apache-2.0
// Detects retry loops of the simulation.
//
// A gang that does not fit can make the scheduler retry forever: releasing its reservations wakes the member that
// failed, which is tried again, and so on. The others get their turns meanwhile, because rejected members need a moment
// to return to the queue. So the simulation sets such a unit aside, a group or a plain pod, and goes on with the rest
// of the queue. Most units hold nodes at each of their turns; then the others see these nodes taken at first, and once
// nothing else moves, the unit loses them, as in each of its rounds. A run is over when nothing moves any more. A unit
// repeats itself in two cases:
//
// - It returns to a state: its pods are in the same places of the queue and hold the same nodes and nominations, and
//   the same pod is next. Clocks and back-off do not count.
// - It holds other nodes each time, because other units move as well or the search for nodes starts elsewhere
//   (NodeSearch), but it makes no progress round after round: it never holds more nodes at once than before, although
//   each kind of member has had its turn to fail first.
//
// A unit that was set aside gets another chance when something may have changed for it: a pod was bound or left, or no
// unit holds a node any more and the unit failed only while others did.
#pragma once

#include "model/cluster/pod.hpp"

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace engine {

class LoopDetector {
 public:
  explicit LoopDetector(std::size_t unit_count) : m_units(unit_count) {}

  // Adds a pending pod to the unit. `new_kind` is true if its spec differs from those counted before.
  void add_pending_pod(std::int32_t unit, bool new_kind);

  // The pod starts or stops holding `node`: it is assumed there, or released or bound. `node` can be any number that
  // identifies what it holds. Nominations use negative numbers.
  void placed(std::int32_t unit, model::PodIndex pod, std::int32_t node);
  void unplaced(std::int32_t unit, model::PodIndex pod, std::int32_t node);

  // Ends the unit's round with a failed attempt.
  void failed(std::int32_t unit);

  // A pod was bound or evicted: earlier states no longer count.
  void progress();

  // Call before trying the unit's `next` pod. Returns true if the unit repeats itself. `alone`: no other unit is
  // queued. If other units are, their moves may still change the outcome, so the unit gets one more round.
  bool is_looping_again(std::int32_t unit, model::PodIndex next, std::uint64_t places, bool alone);

  bool holds_nodes(std::int32_t unit) const { return m_units[static_cast<std::size_t>(unit)].nodes > 0; }

  // Call if the unit repeats itself and holds no node. Returns true if it gets another chance at once: no other unit
  // holds a node either, and it failed only while others did.
  bool gets_a_chance(std::int32_t unit);

  // The unit repeats itself, and is out of the queue until to_resume() names it.
  void set_aside(std::int32_t unit);
  bool is_aside(std::int32_t unit) const { return m_units[static_cast<std::size_t>(unit)].is_aside; }
  bool any_aside() const { return !m_aside.empty(); }

  // The units that get another chance, in the order in which they were set aside. They are no longer aside.
  std::vector<std::int32_t> to_resume() { return std::exchange(m_to_resume, {}); }

 private:
  struct Unit {
    std::uint64_t placements = 0;
    std::uint64_t generation = 0;
    std::int32_t pods = 0, kinds = 0;
    std::int32_t nodes = 0;   // held now
    std::int32_t chances = 0; // that it got in this generation
    bool is_aside = false;
    // Since the start of the generation, or since it was resumed:
    std::int32_t most_held = 0;
    std::int32_t rounds_without_gain = 0;
    std::int64_t attempts = 0;
    bool failed_alone = false; // while no other unit held a node
    std::unordered_map<std::uint64_t, int> states;
  };
  Unit& at(std::int32_t unit) { return m_units[static_cast<std::size_t>(unit)]; }
  bool may_get_a_chance(const Unit& unit) const;
  static void watch_anew(Unit& unit);
  void resume(std::int32_t unit);
  static std::uint64_t mix(model::PodIndex pod, std::int32_t node);

  std::vector<Unit> m_units;
  std::uint64_t m_generation = 1;
  std::int32_t m_nodes_held = 0; // by all units
  std::vector<std::int32_t> m_aside, m_to_resume;
};

} // namespace engine
