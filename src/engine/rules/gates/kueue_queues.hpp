// SPDX-License-Identifier: Apache-2.0
// Kueue's queues, run until nothing more is admitted: in each cycle the first workload of every ClusterQueue is looked
// at, those that borrow nothing first, then by priority and age. In a StrictFIFO queue one that does not fit holds up
// all behind it; else it is put aside. (kueue, scheduler.go: schedule)
//
// Simpler than there: nobody is preempted, no topology is looked at, cohorts share by that order and not by weights,
// and a flavor is looked for from the first one on.
#pragma once

#include "engine/rules/gates/kueue_flavors.hpp"
#include "model/cluster/cluster_snapshot.hpp"
#include "model/cluster/gate.hpp"
#include "model/values/time.hpp"

#include <vector>

namespace engine {

// What Kueue does with each workload that waits, by its index in the picture.
struct KueueDecision {
  std::size_t workload = 0;
  model::GateReport report; // without `pods` and `held`
};

std::vector<KueueDecision> run_kueue_queues(const model::ClusterSnapshot& cluster, model::Time now);

} // namespace engine
