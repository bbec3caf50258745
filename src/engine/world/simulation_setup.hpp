// SPDX-License-Identifier: Apache-2.0
// What one run is about: which pods it tries, what it records, when it ends, what came before it.
#pragma once

#include "engine/filters/queueing_hints.hpp"
#include "engine/rules/rules.hpp"
#include "engine/world/scheduler.hpp"
#include "engine/world/timeline.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace engine {

// A pod that a scheduler has refused and looks at again only when an event concerns a plugin that refused it.
struct Refused {
  model::PodIndex pod;
  UnschedulablePlugins rejectors;
};

struct SimulationSetup {
  std::vector<model::PodIndex> pending = {}; // those to schedule, sorted; all others that are pending do not exist
  bool record_attempts = false;
  bool record_scores = false; // of each attempt
  // Running pods end when they are known to (Pod::ends), until this group has its first member bound; k_none: they run
  // on, and the run is about what is there now.
  model::GroupIndex looks_ahead_for = model::k_none;
  TieBreak ties = {};
  bool record_ties = false;
  bool until_refusal = false; // the run is over, and not at rest, once a pod is refused
  // Of a scheduler that goes on running: those of `pending` that it has refused, and what happens now. A scheduler that
  // starts has refused none.
  std::vector<Refused> refused = {};
  std::vector<std::optional<model::Time>> last_failed = {}; // by group, in an earlier run; may be empty
  std::vector<model::PodIndex> failed_recently = {};        // their gangs are in their back-off
  std::vector<ClusterEvent> events = {};
  // A gang whose turn comes after all others of its priority, as when it was refused last; k_none: each has its own
  // time.
  model::GroupIndex last = model::k_none;
  bool reversed = false; // pods of equal priority are tried in the opposite order
  // Equals of one gang are tried in an order that is drawn by this number, as the scheduler's is a matter of luck; 0:
  // by name.
  std::uint32_t sibling_order = 0;
  std::vector<SchedulerRow> others = {}; // by schedulerName; pods of all other names are kube-scheduler's
};

} // namespace engine
