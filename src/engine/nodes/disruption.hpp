// SPDX-License-Identifier: Apache-2.0
// PodDisruptionBudgets as preemption counts them. Source: framework/preemption, filterVictimsWithPDBViolation.
#pragma once

#include "engine/scheduler_version.hpp"
#include "model/cluster/cluster_snapshot.hpp"

#include <cstdint>
#include <vector>

namespace engine {

// Disruptions that the budgets of a cluster still allow; each victim uses them up.
class DisruptionAllowance {
 public:
  DisruptionAllowance(const model::ClusterSnapshot& cluster, const SchedulerVersion& version);

  // Evicts one more pod. Returns true if that breaks a budget.
  bool is_broken_by(const model::Pod& pod);

 private:
  const model::ClusterSnapshot& m_cluster;
  bool m_stops_at_first;
  std::vector<std::int64_t> m_allowed; // by budget
};

} // namespace engine
