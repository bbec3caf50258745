// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/gates/kueue_preemption.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

namespace engine {

namespace {

// True if the queue uses more of something that the Workload has than its nominal quota.
bool borrows_for(const QuotaTree& quota, std::size_t queue, const model::KueueWorkload& workload) {
  return std::ranges::any_of(workload.usage, [&](const model::KueueUsage& usage) {
    const FlavorResource what{usage.flavor, usage.resource};
    return quota.nominal(queue, what) < quota.used(queue, what);
  });
}

// By ClusterQueue: the first queue that shares quota with it.
std::vector<std::size_t> first_queues(const model::ClusterSnapshot& cluster) {
  std::vector<std::size_t> firsts;
  std::map<std::string_view, std::size_t> by_cohort;
  for (std::size_t queue = 0; queue < cluster.cluster_queues.size(); ++queue) {
    const std::string_view cohort = top_cohort(cluster, cluster.cluster_queues[queue]);
    firsts.push_back(cohort.empty() ? queue : by_cohort.try_emplace(cohort, queue).first->second);
  }
  return firsts;
}

} // namespace

PreemptionCandidates::PreemptionCandidates(const model::ClusterSnapshot& cluster)
    : m_cluster(cluster), m_first_queues(first_queues(cluster)), m_admitted(cluster.cluster_queues.size()) {
  std::map<std::string_view, std::size_t> queues;
  for (std::size_t queue = 0; queue < cluster.cluster_queues.size(); ++queue) {
    queues.try_emplace(cluster.cluster_queues[queue].name, queue);
  }
  for (const model::KueueWorkload& workload : cluster.kueue_workloads) {
    const auto queue = queues.find(workload.admitted_to);
    if (!workload.finished && queue != queues.end()) { m_admitted[queue->second].push_back(&workload); }
  }
}

bool PreemptionCandidates::any(const QuotaTree& quota, std::size_t queue, const model::KueueWorkload& mine) const {
  const model::ClusterQueue& own = m_cluster.cluster_queues[queue];
  const auto is_lower = [&](const model::KueueWorkload* other) { return other->priority < mine.priority; };
  const auto is_newer = [&](const model::KueueWorkload* other) {
    return other->priority == mine.priority && mine.created < other->created;
  };
  if (own.preempts_lower && std::ranges::any_of(m_admitted[queue], is_lower)) { return true; }
  if (own.preempts_newer && std::ranges::any_of(m_admitted[queue], is_newer)) { return true; }
  if (!own.reclaims_always && !own.reclaims_lower) { return false; }
  for (std::size_t other = 0; other < m_admitted.size(); ++other) {
    if (other == queue || m_first_queues[other] != m_first_queues[queue]) { continue; }
    const auto can_reclaim = [&](const model::KueueWorkload* each) {
      return (own.reclaims_always || is_lower(each)) && borrows_for(quota, other, *each);
    };
    if (std::ranges::any_of(m_admitted[other], can_reclaim)) { return true; }
  }
  return false;
}

void leave_open_behind(const std::vector<Preempting>& heads, const std::vector<Fitting>& all_fitting,
                       const model::ClusterSnapshot& cluster, const QuotaTree& quota,
                       std::vector<KueueDecision>& decisions) {
  struct Kept {
    model::Quantity amount;
    const model::KueueWorkload* first = nullptr;
  };
  if (heads.empty()) { return; }
  const std::vector<std::size_t> firsts = first_queues(cluster);
  std::map<std::tuple<std::size_t, std::string_view, std::string_view>, Kept> kept; // by first queue, flavor, resource
  auto head = heads.begin();
  for (const Fitting& fitting : all_fitting) { // both lists are in the order of the decisions
    for (; head != heads.end() && head->since <= fitting.decision; ++head) {
      for (const model::GateAmount& row : head->amounts) {
        Kept& here = kept[{firsts[head->queue], row.rule, row.resource}];
        here.amount += row.asked;
        if (here.first == nullptr) { here.first = head->workload; }
      }
    }
    const model::KueueWorkload* first = nullptr;
    for (const auto& [what, amount] : fitting.usage) {
      const auto here = kept.find({firsts[fitting.queue], what.first, what.second});
      if (here == kept.end() || amount.is_zero() || here->second.amount.is_zero()) { continue; }
      if (quota.available(fitting.queue, what) < here->second.amount) {
        first = here->second.first;
        break;
      }
    }
    if (first == nullptr) { continue; }
    std::string& undecided = decisions[fitting.decision].report.undecided;
    undecided +=
        util::concat(undecided.empty() ? "" : "; ", "Kueue may keep this quota for the earlier Workload ",
                     first->namespace_name, '/', first->name, " and preempt others for it, which is not simulated");
  }
}

} // namespace engine
