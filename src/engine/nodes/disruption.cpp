// SPDX-License-Identifier: Apache-2.0
#include "engine/nodes/disruption.hpp"

#include <algorithm>

namespace engine {

DisruptionAllowance::DisruptionAllowance(const model::ClusterSnapshot& cluster, const SchedulerVersion& version)
    : m_cluster(cluster), m_stops_at_first(version.budgets_stop_at_first_broken()) {
  for (const model::DisruptionBudget& budget : cluster.disruption_budgets) {
    m_allowed.push_back(budget.disruptions_allowed);
  }
}

bool DisruptionAllowance::is_broken_by(const model::Pod& pod) {
  if (pod.labels->empty()) { return false; }
  bool breaks = false;
  for (std::size_t i = 0; i < m_allowed.size(); ++i) {
    const model::DisruptionBudget& budget = m_cluster.disruption_budgets[i];
    if (budget.selector.empty() || budget.namespace_name != pod.namespace_name) { continue; }
    if (!model::matches(budget.selector, *pod.labels)) { continue; }
    if (std::ranges::binary_search(budget.disrupted_pods, pod.name)) { continue; }
    if (--m_allowed[i] >= 0) { continue; }
    breaks = true;
    if (m_stops_at_first) { break; }
  }
  return breaks;
}

} // namespace engine
