// SPDX-License-Identifier: Apache-2.0
// Kueue's preemption is not simulated. It leaves answers open about other Workloads of a queue and of its cohort.
#pragma once

#include "engine/rules/gates/kueue_queues.hpp"
#include "engine/rules/gates/kueue_quota.hpp"

#include <cstddef>
#include <map>
#include <vector>

namespace engine {

// A head for which Kueue may preempt others. Kueue counts its requests before it looks at any Workload behind it.
// (kueue, pkg/scheduler/scheduler.go: processEntry)
struct Preempting {
  const model::KueueWorkload* workload = nullptr;
  std::size_t queue = 0;                  // ClusterQueue
  std::size_t since = 0;                  // number of decisions before it
  std::vector<model::GateAmount> amounts; // in each flavor that it may get
};

// A Workload for which quota is free.
struct Fitting {
  std::size_t decision = 0;
  std::size_t queue = 0; // ClusterQueue
  std::map<FlavorResource, model::Quantity> usage;
};

// Admitted Workloads that Kueue may preempt.
class PreemptionCandidates {
 public:
  explicit PreemptionCandidates(const model::ClusterSnapshot& cluster);

  // True if the policy of its ClusterQueue lets the Workload preempt an admitted one: of its queue by priority, or of a
  // queue of its cohort that borrows. (kueue, pkg/scheduler/preemption: CollectSameQueueCandidates, common/
  // preemption_policy.go: SatisfiesPreemptionPolicy; reclaimWithinCohort)
  bool any(const QuotaTree& quota, std::size_t queue, const model::KueueWorkload& mine) const;

 private:
  const model::ClusterSnapshot& m_cluster;
  std::vector<std::size_t> m_first_queues;                          // by ClusterQueue: the first one of its cohort
  std::vector<std::vector<const model::KueueWorkload*>> m_admitted; // by ClusterQueue
};

// Leaves the decisions about fitting Workloads open unless the quota also suffices for the heads before them.
void leave_open_behind(const std::vector<Preempting>& heads, const std::vector<Fitting>& all_fitting,
                       const model::ClusterSnapshot& cluster, const QuotaTree& quota,
                       std::vector<KueueDecision>& decisions);

} // namespace engine
