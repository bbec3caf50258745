// SPDX-License-Identifier: Apache-2.0
// A scheduler of the simulated cluster: it hears what happens, takes its turns, and has timers of its own. The loop is
// in simulation.cpp.
#pragma once

#include "engine/world/world.hpp"
#include "model/time.hpp"

#include <cstdint>
#include <optional>

namespace engine {

class Scheduler {
 public:
  Scheduler() = default;
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;
  virtual ~Scheduler() = default;

  // The clock may not start before: all times by which it sorts its queue are earlier.
  virtual model::Time earliest_start() const = 0;
  // Takes in what the world holds. Before the first turn.
  virtual void start() = 0;

  // What the API server answers: bindings and deletions.
  virtual void hear_of(const Effect& effect) = 0;
  // A running pod ends, or one that was evicted and took its time.
  virtual void end(model::PodIndex pod) = 0;

  // Handles one timer that is due. Returns false if none is due.
  virtual bool take_timer() = 0;
  // nullopt: no timer is set, or it would only repeat a retry loop.
  virtual std::optional<model::Time> next_timer() const = 0;

  struct Turn {
    enum class Kind : std::uint8_t {
      Taken,   // a pod, or a group, was tried
      Idle,    // there is nothing to try now
      Waits,   // a retry loop goes on; what may end it comes at `until`: time may pass without its attempts
      Repeats, // nothing but a retry loop is left: the run is over unless a pod ends
    } kind;
    std::int64_t micros = 0; // Taken: how long it took
    model::Time until = {};
    static Turn waits_until(model::Time time) { return {Kind::Waits, 0, time}; }
  };
  virtual Turn take_turn() = 0;

  virtual bool has_found() const = 0;      // the event that the run looks for; the run then stops
  virtual bool repeats_itself() const = 0; // at the end of a run: it is in a retry loop
  // Completes the timeline. `spins`: as Timeline::spins.
  virtual void finish(bool spins) = 0;
};

} // namespace engine
