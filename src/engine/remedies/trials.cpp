// SPDX-License-Identifier: Apache-2.0
#include "engine/remedies/trials.hpp"

#include "engine/index.hpp"
#include "engine/remedies/step_by_step.hpp"

namespace engine {

bool Trials::starts_now() {
  if (m_before == nullptr) { return m_scenario.starts(); }
  if (!m_scenario.starts_surely()) { return false; }
  constexpr std::int64_t k_most_portions = 16; // each costs a simulation
  StepByStep step_by_step(m_scenario, static_cast<std::size_t>(std::clamp<std::int64_t>(m_limit, 2, k_most_portions)));
  if (!step_by_step.starts()) { return false; }
  m_victims = step_by_step.victims();
  const std::optional<model::Retry> retry = step_by_step.retry_after(*m_before);
  if (!retry) { return false; }
  m_retry = *retry;
  return !is_of_manifest() || step_by_step.starts_if_submitted_after(*m_before);
}

bool Trials::is_of_manifest() const {
  const model::ClusterSnapshot& cluster = m_scenario.cluster();
  return std::ranges::any_of(cluster.groups[at(m_scenario.group())].members,
                             [&](model::PodIndex member) { return cluster.pods[at(member)].from_manifest; });
}

} // namespace engine
