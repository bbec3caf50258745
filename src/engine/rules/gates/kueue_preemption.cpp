// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/gates/kueue_preemption.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace engine {

namespace {

// True if the queue uses more of something that the Workload has than its nominal quota.
bool borrows_for(const QuotaTree& quota, std::size_t queue, const model::KueueWorkload& workload) {
  return std::ranges::any_of(workload.usage, [&](const model::KueueUsage& usage) {
    const FlavorResource what{usage.flavor, usage.resource};
    return quota.nominal(queue, what) < quota.used(queue, what);
  });
}

bool share_quota(const model::ClusterSnapshot& cluster, std::size_t a, std::size_t b) {
  const std::string_view cohort = top_cohort(cluster, cluster.cluster_queues[a]);
  return a == b || (!cohort.empty() && cohort == top_cohort(cluster, cluster.cluster_queues[b]));
}

} // namespace

bool has_victim(const model::ClusterSnapshot& cluster, const QuotaTree& quota, std::size_t queue_index,
                const model::KueueWorkload& mine) {
  const model::ClusterQueue& own = cluster.cluster_queues[queue_index];
  const std::string_view cohort = top_cohort(cluster, own);
  return std::ranges::any_of(cluster.kueue_workloads, [&](const model::KueueWorkload& other) {
    if (other.finished || other.admitted_to.empty()) { return false; }
    const bool is_lower = other.priority < mine.priority;
    if (other.admitted_to == own.name) {
      const bool is_newer = other.priority == mine.priority && mine.created < other.created;
      return (own.preempts_lower && is_lower) || (own.preempts_newer && is_newer);
    }
    const auto queue = std::ranges::find(cluster.cluster_queues, other.admitted_to, &model::ClusterQueue::name);
    if (queue == cluster.cluster_queues.end() || cohort.empty() || top_cohort(cluster, *queue) != cohort) {
      return false;
    }
    return (own.reclaims_always || (own.reclaims_lower && is_lower)) &&
           borrows_for(quota, static_cast<std::size_t>(queue - cluster.cluster_queues.begin()), other);
  });
}

void leave_open_behind(const std::vector<Preempting>& heads, const std::vector<Fitting>& all_fitting,
                       const model::ClusterSnapshot& cluster, const QuotaTree& quota,
                       std::vector<KueueDecision>& decisions) {
  for (const Fitting& fitting : all_fitting) {
    const Preempting* first = nullptr;
    bool is_short = false;
    for (const auto& [what, amount] : fitting.usage) {
      model::Quantity kept;
      for (const Preempting& head : heads) {
        if (head.since > fitting.decision || !share_quota(cluster, head.queue, fitting.queue)) { continue; }
        for (const model::GateAmount& row : head.amounts) {
          if (row.rule != what.first || row.resource != what.second) { continue; }
          kept += row.asked;
          if (first == nullptr) { first = &head; }
        }
      }
      const bool is_kept = !amount.is_zero() && !kept.is_zero();
      is_short = is_short || (is_kept && quota.available(fitting.queue, what) < kept);
    }
    if (!is_short) { continue; }
    std::string& undecided = decisions[fitting.decision].report.undecided;
    undecided += util::concat(undecided.empty() ? "" : "; ", "Kueue may keep this quota for Workload ",
                              first->workload->namespace_name, '/', first->workload->name,
                              ", which is earlier and may preempt others, which is not simulated");
  }
}

} // namespace engine
