// SPDX-License-Identifier: Apache-2.0
// Runs Kueue's queues until Kueue admits nothing more. Each cycle takes the first Workload of every ClusterQueue: those
// that borrow nothing first, then by priority and age. In a StrictFIFO queue, a Workload that does not fit blocks all
// later ones and keeps free quota from other queues; other queues put it aside. (kueue, scheduler.go: schedule)
//
// Simpler than Kueue: it does not preempt, and shares cohorts by that order instead of weights. Of a Topology it knows
// only whether any node has all levels. The search for a flavor always starts at the first one.
#pragma once

#include "engine/rules/gates/kueue_flavors.hpp"
#include "model/cluster/cluster_snapshot.hpp"
#include "model/cluster/gate.hpp"
#include "model/values/time.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// Kueue's decision about a waiting Workload, by its index in the snapshot.
struct KueueDecision {
  std::size_t workload = 0;
  model::GateReport report;                                // without `pods` and `held`
  std::vector<std::vector<std::string_view>> flavors = {}; // of each pod set, if it is admitted
  std::vector<std::int32_t> counts = {};                   // pods of each pod set, if it is admitted
};

// About the Workload at `index` of the snapshot, by the object `kind` and `name`. `note`: as in GateReport.
KueueDecision kueue_decision(std::size_t index, std::string_view kind, std::string_view name, bool open,
                             std::string note);

std::vector<KueueDecision> run_kueue_queues(const model::ClusterSnapshot& cluster, model::Time now);

} // namespace engine
