// SPDX-License-Identifier: Apache-2.0
// Setup of one run: the pods to try, the data to record, the end of the run, and the state before it.
#pragma once

#include "engine/filters/queueing_hints.hpp"
#include "engine/rules/rules.hpp"
#include "engine/world/scheduler.hpp"
#include "engine/world/timeline.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace engine {

// A pod that a scheduler has rejected. The scheduler retries it only after an event that concerns a rejecting plugin.
struct Refused {
  model::PodIndex pod;
  UnschedulablePlugins rejectors;
};

struct SimulationSetup {
  std::vector<model::PodIndex> pending = {}; // pods to schedule, sorted; no other pending pods exist
  bool record_attempts = false;
  bool record_scores = false; // of each attempt
  bool record_reasons = true; // Timeline::refusals, and the texts in them; a run that asks only who starts needs none
  // Running pods end at their known times (Pod::ends) until a member of this group is bound. k_none: they keep running,
  // and the run covers only the current state.
  model::GroupIndex looks_ahead_for = model::k_none;
  TieBreak ties = {};
  bool record_ties = false;
  // End the run, not at rest, once this group has its quorum and no pending pod could evict a member any more.
  model::GroupIndex until_start = model::k_none;
  bool until_refusal = false; // end the run, not at rest, once a scheduler rejects a pod
  // For a scheduler that keeps running: the pods of `pending` that it has rejected, and the events that happen now. A
  // newly started scheduler has rejected none.
  std::vector<Refused> refused = {};
  std::vector<std::optional<model::Time>> last_failed = {}; // by group, in an earlier run; may be empty
  std::vector<model::PodIndex> failed_recently = {};        // their gangs are in back-off
  std::vector<ClusterEvent> events = {};
  // A gang that comes after all others of its priority, as if the scheduler had rejected it last. k_none: each gang
  // keeps its own time.
  model::GroupIndex last = model::k_none;
  bool reversed = false; // try pods of equal priority in the opposite order
  // Seed for a random order of equal pods of one gang, because the scheduler's order is random too. 0: by name.
  std::uint32_t sibling_order = 0;
  std::uint32_t search_seed = 0;         // if not 0, each search for nodes starts at a random one (NodeSearch)
  std::vector<SchedulerRow> others = {}; // by schedulerName; kube-scheduler serves all other names
};

} // namespace engine
