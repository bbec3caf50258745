// SPDX-License-Identifier: Apache-2.0
// A scheduler of the simulated cluster: it hears what happens, takes its turns, and has timers of its own. Several act
// in one world, each with its own view of the nodes. The loop is in run/simulation.cpp.
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

  // The clock may not start before: all times by which it sorts its queue are earlier.
  virtual model::Time earliest_start() const { return {}; }
  // Takes in what the world holds. Before the first turn.
  virtual void start() = 0;

  // What the API server answers: bindings of all schedulers, and what this one has asked for.
  virtual void hear_of(const Effect& effect) = 0;
  // Pods of this scheduler that others had to be bound for first.
  virtual void created(const std::vector<model::PodIndex>& pods) = 0;
  // A pod that was bound to `node` is there no more: it has ended, or was evicted or rejected by its kubelet.
  virtual void gone(model::PodIndex pod, model::NodeIndex node) = 0;

  // Handles one timer that is due. Returns false if none is due.
  virtual bool take_timer() { return false; }
  // nullopt: no timer is set, or it would only repeat a retry loop.
  virtual std::optional<model::Time> next_timer() const { return std::nullopt; }

  struct Turn {
    enum class Kind : std::uint8_t {
      Taken,   // a pod, or a group, was tried
      Idle,    // there is nothing to try now
      Waits,   // a retry loop goes on; what may end it comes at `until`: time may pass without its attempts
      Repeats, // nothing but a retry loop is left: only the end of a pod, or another scheduler, changes anything
    } kind;
    std::int64_t micros = 0; // Taken: how long it took
    model::Time until = {};
    static Turn waits_until(model::Time time) { return {Kind::Waits, 0, time}; }
  };
  virtual Turn take_turn() = 0;

  virtual bool has_found() const { return false; }      // the event that the run looks for; the run then stops
  virtual bool repeats_itself() const { return false; } // at the end of a run: it is in a retry loop
  // Completes the timeline. `spins`: as Timeline::spins.
  virtual void finish(bool spins) = 0;
};

// What a scheduler is made from. All but `pending` must outlive it.
struct SchedulerInput {
  const Rules& rules;
  const NodeTable& nodes;
  const NodeUsage& bound_usage;
  const SimulationSetup& setup;
  std::vector<model::PodIndex> pending; // its own pods, ascending
  World& world;
  Timeline& timeline; // it writes what it does
};

// A row of the table from schedulerName to scheduler.
struct SchedulerRow {
  std::string_view name;
  std::unique_ptr<Scheduler> (*make)(SchedulerInput input);
};

} // namespace engine
