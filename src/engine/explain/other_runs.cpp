// SPDX-License-Identifier: Apache-2.0
#include "engine/explain/other_runs.hpp"

#include "engine/explain/evidence.hpp"

#include <algorithm>

namespace engine {

// Outcome of the same simulation without any other pending pod.
const GroupOutcome& OtherRuns::alone() {
  if (!m_members.anybody_else_pending()) { return m_outcome; }
  if (!m_alone_run) { m_alone_run = m_run.experiment.run({m_members.pending}); }
  return m_alone_run->groups[at(m_index)];
}

// The most members that the nodes can hold, in any order and without other pending pods.
const Solution& OtherRuns::possible() {
  if (!m_solution) {
    std::vector<model::PodIndex> members = m_members.pending;
    members.insert(members.end(), m_members.kept_out.begin(), m_members.kept_out.end());
    std::ranges::sort(members);
    m_solution = solve(
        {m_run.rules, m_run.experiment.on_bound(), std::move(members), m_members.counts.bound, m_members.quorum()});
  }
  return *m_solution;
}

const std::vector<model::PodIndex>& OtherRuns::without_node() {
  if (!m_without_node) {
    m_without_node = members_without_node(m_run.rules, m_run.experiment.on_bound(), m_members.pending);
  }
  return *m_without_node;
}

} // namespace engine
