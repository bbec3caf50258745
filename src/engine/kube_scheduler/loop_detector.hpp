// SPDX-License-Identifier: Apache-2.0
// Tells when a simulation only repeats itself.
//
// A gang that does not fit can make the scheduler spin: giving up its reservations wakes the member that failed, which
// is tried again, and so on without end. A run is over when everything that still moves repeats itself and nothing was
// bound in between. What repeats together is a unit: a group, or a plain pod. Each is watched by itself, for a hundred
// stuck gangs with rounds of different lengths would almost never all be back at once. A unit repeats itself when
//
// - it comes back to a state: its pods are in the same places of the queue, hold the same nodes and nominations, and
//   the same pod is tried next (clocks and back-off do not count); or
// - other units move as well, so that the nodes it gets differ each time, but round after round it gets no further: no
//   more members hold a place at once than before, although each kind of member has had its turn to fail first.
#pragma once

#include "model/cluster/pod.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace engine {

class LoopDetector {
 public:
  explicit LoopDetector(std::size_t unit_count) : m_units(unit_count) {}

  // The unit has one more pending pod; `new_kind` where its spec differs from those counted before.
  void add_pending_pod(std::int32_t unit, bool new_kind);

  // A pod of the unit takes or leaves `node` (any number that stands for what it holds).
  // Negative numbers stand for nominations.
  void placed(std::int32_t unit, model::PodIndex pod, std::int32_t node);
  void unplaced(std::int32_t unit, model::PodIndex pod, std::int32_t node);

  // An attempt of the unit failed, which ends its round.
  void failed(std::int32_t unit) { ++at(unit).rounds_without_gain; }

  // Something was bound or evicted: what was seen before counts no more.
  void progress() { ++m_generation; }

  // The unit's `next` pod is about to be tried. Returns whether the unit repeats itself. Where other units move too,
  // their doing may still change the outcome, so one more round is allowed.
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
    std::int32_t holding = 0;             // places held now
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
