// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/gates/kueue_shares.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

namespace engine {

namespace {

// The cohort above all others of a queue, or the queue without a cohort.
std::string_view tree_of(const model::ClusterSnapshot& cluster, const model::ClusterQueue& queue) {
  const std::string_view cohort = top_cohort(cluster, queue);
  return cohort.empty() ? queue.name : cohort;
}

// True if others take the quota that the Workload needs.
bool loses(const KueueDecision& decision) {
  const std::vector<model::GateAmount>& amounts = decision.report.amounts;
  return !decision.report.open && std::ranges::any_of(amounts, &model::GateAmount::short_of) &&
         std::ranges::none_of(amounts, &model::GateAmount::never);
}

} // namespace

void leave_shares_open(const model::ClusterSnapshot& cluster, std::vector<KueueDecision>& decisions) {
  std::set<std::string_view> sharing, winning, losing; // cohorts, and queues without one
  const bool all_share = std::ranges::any_of(cluster.kueue_configurations, &model::KueueConfiguration::shares_fairly);
  for (const model::ClusterQueue& queue : cluster.cluster_queues) {
    if (queue.has_share || (all_share && !queue.cohort.empty())) { sharing.insert(tree_of(cluster, queue)); }
  }
  if (sharing.empty()) { return; }
  const auto tree_of_decision = [&](const KueueDecision& decision) {
    const auto queue = std::ranges::find(cluster.cluster_queues, decision.report.name, &model::ClusterQueue::name);
    const bool is_known = decision.report.kind == "ClusterQueue" && queue != cluster.cluster_queues.end();
    return is_known ? tree_of(cluster, *queue) : std::string_view();
  };
  for (const KueueDecision& decision : decisions) {
    if (!decision.counts.empty()) { winning.insert(tree_of_decision(decision)); }
    if (loses(decision)) { losing.insert(tree_of_decision(decision)); }
  }
  for (KueueDecision& decision : decisions) {
    const std::string_view tree = tree_of_decision(decision);
    const bool takes_part = !decision.counts.empty() || loses(decision);
    if (!takes_part || !sharing.contains(tree) || !winning.contains(tree) || !losing.contains(tree)) { continue; }
    std::string& undecided = decision.report.undecided;
    undecided += util::concat(undecided.empty() ? "" : "; ", "Kueue may share the quota of ", tree,
                              " by weights or usage (fairSharing), which is not simulated");
  }
}

} // namespace engine
