// SPDX-License-Identifier: Apache-2.0
// Kueue's waitForPodsReady: Workloads whose pods are not ready keep others out.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

#include <optional>
#include <string>

namespace engine {

// A Workload with quota whose pods are not ready.
struct Unready {
  std::string whose;        // "job1's pods"
  bool may_come = false;    // all its pods have nodes
  bool is_reported = false; // by a condition
};

// Kueue with waitForPodsReady.blockAdmission admits nothing while such a Workload exists. (kueue, scheduler.go: admit;
// cache PodsReadyForAllAdmittedWorkloads)
std::optional<Unready> find_unready(const model::ClusterSnapshot& cluster);

} // namespace engine
