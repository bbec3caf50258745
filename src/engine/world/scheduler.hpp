// SPDX-License-Identifier: Apache-2.0
// A scheduler of the simulated cluster: it receives events, takes turns, and has its own timers. Several schedulers act
// in one world, each with its own view of the nodes. run/simulation.cpp contains the loop.
#pragma once

#include "engine/rules/rules.hpp"
#include "engine/world/timeline.hpp"
#include "engine/world/world.hpp"
#include "model/values/time.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace engine {

struct SimulationSetup;

class Scheduler {
 public:
  Scheduler() = default;
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;
  virtual ~Scheduler() = default;

  // The clock must not start before this time, so that all times that sort the queue are earlier.
  virtual model::Time earliest_start() const { return {}; }
  // Reads the state of the world. The loop calls it before the first turn.
  virtual void start() = 0;

  // Receives an answer of the API server: a binding by any scheduler, or the effect of this scheduler's own request.
  virtual void hear_of(const Effect& effect) = 0;
  // Receives new pods of this scheduler, whose creation waited for the binding of other pods.
  virtual void created(const std::vector<model::PodIndex>& pods) = 0;
  // A pod bound to `node` is no longer there: it ended, a scheduler evicted it, or its kubelet rejected it.
  virtual void gone(model::PodIndex pod, model::NodeIndex node) = 0;

  // Handles one timer that is due. Returns false if none is due.
  virtual bool take_timer() { return false; }
  // nullopt: no timer, or one that would only repeat a retry loop.
  virtual std::optional<model::Time> next_timer() const { return std::nullopt; }

  struct Turn {
    enum class Kind : std::uint8_t {
      Taken,   // it tried a pod or a group
      Idle,    // nothing to try now
      Waits,   // in a retry loop that may end at `until`; the loop may skip its attempts until then
      Repeats, // in a retry loop that only the end of a pod or another scheduler can change
    } kind;
    std::int64_t micros = 0; // Taken: duration
    model::Time until = {};
    static Turn waits_until(model::Time time) { return {Kind::Waits, 0, time}; }
  };
  virtual Turn take_turn() = 0;

  virtual bool has_found() const { return false; }      // true: the event that the run looks for; the run then stops
  virtual bool repeats_itself() const { return false; } // at the end of a run: true in a retry loop
  // Completes the timeline. `spins`: some scheduler is in a retry loop.
  virtual void finish(bool spins) = 0;
};

// Arguments to create a scheduler. All but `pending` must outlive it.
struct SchedulerInput {
  const Rules& rules;
  const NodeTable& nodes;
  const NodeUsage& bound_usage;
  const SimulationSetup& setup;
  std::vector<model::PodIndex> pending; // its own pods, ascending
  World& world;
  Timeline& timeline; // receives the scheduler's actions
};

// A row of the table of schedulers by schedulerName.
struct SchedulerRow {
  std::string_view name;
  std::unique_ptr<Scheduler> (*make)(SchedulerInput input);
};

} // namespace engine
