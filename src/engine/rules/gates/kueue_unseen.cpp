// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/gates/kueue_unseen.hpp"

#include "engine/rules/gates/kueue_entrance.hpp"
#include "engine/rules/gates/named_amounts.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace engine {

namespace {

constexpr std::string_view k_hint = " (kubectl get workloads.kueue.x-k8s.io -A -o json prints them)";

// The cohort above all others of the queue, or the queue without a cohort.
std::pair<bool, std::string_view> tree_with(const model::ClusterSnapshot& cluster, const model::ClusterQueue& queue) {
  const std::string_view cohort = top_cohort(cluster, queue);
  return {cohort.empty(), cohort.empty() ? queue.name : cohort};
}

// Quota that Workloads hold which the input lacks, and the first queue that reports it.
struct Unseen {
  model::Quantity amount;
  const model::ClusterQueue* first = nullptr;
};
using UnseenByTree =
    std::map<std::tuple<std::pair<bool, std::string_view>, std::string_view, std::string_view>, Unseen>;

// (kueue, pkg/cache/scheduler/clusterqueue.go: Usage; pkg/controller/core/clusterqueue_controller.go:
// updateCqStatusIfChanged)
UnseenByTree unseen_usage(const model::ClusterSnapshot& cluster) {
  UnseenByTree unseen;
  if (std::ranges::all_of(cluster.cluster_queues, [](const auto& queue) { return queue.reserved.empty(); })) {
    return unseen;
  }
  const QuotaTree seen(cluster);
  for (std::size_t at = 0; at < cluster.cluster_queues.size(); ++at) {
    const model::ClusterQueue& queue = cluster.cluster_queues[at];
    for (const model::KueueUsage& reserved : queue.reserved) {
      model::Quantity more = reserved.amount;
      more -= seen.used(at, {reserved.flavor, reserved.resource});
      if (more <= model::Quantity()) { continue; }
      Unseen& here = unseen[{tree_with(cluster, queue), reserved.flavor, reserved.resource}];
      here.amount += more;
      if (here.first == nullptr) { here.first = &queue; }
    }
  }
  return unseen;
}

// How many Workloads of the input wait in the queue.
std::ptrdiff_t waiting_in(const model::ClusterSnapshot& cluster, const model::ClusterQueue& queue) {
  return std::ranges::count_if(cluster.kueue_workloads, [&](const model::KueueWorkload& workload) {
    const bool waits = !workload.finished && !workload.from_manifest && workload.admitted_to.empty();
    return waits && cluster_queue_of(cluster, workload) == &queue;
  });
}

// Why Workloads that the input lacks may come first; empty: they do not.
std::string unseen_before(const Fitting& fitting, const model::ClusterSnapshot& cluster, const QuotaTree& quota,
                          const UnseenByTree& unseen) {
  const model::ClusterQueue& queue = cluster.cluster_queues[fitting.queue];
  for (const auto& [what, amount] : fitting.usage) {
    const auto here = unseen.find({tree_with(cluster, queue), what.first, what.second});
    if (here == unseen.end() || amount.is_zero()) { continue; }
    if (here->second.amount <= quota.available(fitting.queue, what)) { continue; }
    return util::concat("ClusterQueue ", here->second.first->name, " reports ", here->second.amount.text(), ' ',
                        what.second, " of flavor ", what.first, " in use by Workloads that the input does not hold",
                        k_hint);
  }
  if (!queue.strict_fifo) { return {}; }
  const std::ptrdiff_t missing = queue.pending - waiting_in(cluster, queue);
  if (missing <= 0) { return {}; }
  return util::concat("ClusterQueue ", queue.name, " (StrictFIFO) reports ", missing, " waiting ",
                      missing == 1 ? "Workload" : "Workloads", " that the input does not hold", k_hint);
}

} // namespace

void leave_open_beside_unseen(const std::vector<Fitting>& all_fitting, const model::ClusterSnapshot& cluster,
                              const QuotaTree& quota, std::vector<KueueDecision>& decisions) {
  if (all_fitting.empty()) { return; }
  const UnseenByTree unseen = unseen_usage(cluster);
  for (const Fitting& fitting : all_fitting) {
    const std::string why = unseen_before(fitting, cluster, quota, unseen);
    if (why.empty()) { continue; }
    std::string& undecided = decisions[fitting.decision].report.undecided;
    undecided += util::concat(undecided.empty() ? "" : "; ", why);
  }
}

} // namespace engine
