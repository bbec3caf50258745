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
  std::string_view name = queue.cohort;
  for (std::size_t steps = 0; steps < cluster.cohorts.size(); ++steps) {
    const auto cohort = std::ranges::find(cluster.cohorts, name, &model::Cohort::name);
    if (cohort == cluster.cohorts.end() || cohort->parent.empty()) { break; }
    name = cohort->parent;
  }
  return name.empty() ? queue.name : name;
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
  for (const model::ClusterQueue& queue : cluster.cluster_queues) {
    if (queue.has_share) { sharing.insert(tree_of(cluster, queue)); }
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
