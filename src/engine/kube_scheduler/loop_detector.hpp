// SPDX-License-Identifier: Apache-2.0
// Detects retry loops of the simulation.
//
// A gang that does not fit can make the scheduler retry forever: releasing its reservations wakes the member that
// failed, which is tried again, and so on. A run is over when every active unit repeats itself and no pod was
// bound in between. A unit is a group or a plain pod. The detector watches each unit separately: a hundred stuck gangs
// with rounds of different lengths would almost never all be back in their state at once. A unit repeats itself in two
// cases:
//
// - It returns to a state: its pods are in the same places of the queue and hold the same nodes and nominations, and
//   the same pod is next. Clocks and back-off do not count.
// - Other units move as well, so the unit holds other nodes each time, but it makes no progress round after round: it
//   never holds more nodes at once than before, although each kind of member has had its turn to fail first.
#pragma once

#include "model/cluster/pod.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace engine {

class LoopDetector {
 public:
  explicit LoopDetector(std::size_t unit_count) : m_units(unit_count) {}

  // Adds a pending pod to the unit. `new_kind` is true if its spec differs from those counted before.
  void add_pending_pod(std::int32_t unit, bool new_kind);

  // The pod starts or stops holding `node`, which can be any number that identifies what it holds. Nominations use
  // negative numbers.
  void placed(std::int32_t unit, model::PodIndex pod, std::int32_t node);
  void unplaced(std::int32_t unit, model::PodIndex pod, std::int32_t node);

  // Ends the unit's round with a failed attempt.
  void failed(std::int32_t unit) { ++at(unit).rounds_without_gain; }

  // A pod was bound or evicted: earlier states no longer count.
  void progress() { ++m_generation; }

  // Call before trying the unit's `next` pod. Returns true if the unit repeats itself. `alone`: no other unit is
  // queued. If other units are, their moves may still change the outcome, so the unit gets one more round.
  bool is_looping_again(std::int32_t unit, model::PodIndex next, std::uint64_t places, bool alone);

  bool is_looping(std::int32_t unit) const {
    const Unit& u = m_units[static_cast<std::size_t>(unit)];
    return u.stale && u.generation == m_generation;
  }

 private:
  struct Unit {
    std::uint64_t placements = 0;
    std::uint64_t generation = 0;
    std::int32_t pods = 0, kinds = 0;
    std::int32_t holding = 0;             // nodes and nominations held now
    std::int32_t most_held = 0;           // in this generation
    std::int32_t rounds_without_gain = 0; // in this generation
    std::int64_t attempts = 0;            // in this generation
    bool stale = false;
    std::unordered_map<std::uint64_t, int> states;
  };
  Unit& at(std::int32_t unit) { return m_units[static_cast<std::size_t>(unit)]; }
  static std::uint64_t mix(model::PodIndex pod, std::int32_t node);

  std::vector<Unit> m_units;
  std::uint64_t m_generation = 0;
};

} // namespace engine
