// SPDX-License-Identifier: Apache-2.0
// Running pods that end at a known time, where the run looks ahead. That they end is all that is taken from the future:
// who is created meanwhile, or ends by himself before, is not known. Victims that terminate slowly end in the same way.
#include "engine/index.hpp"
#include "engine/simulation_state.hpp"

#include <algorithm>
#include <functional>

namespace engine {

void Simulation::note_known_ends() {
  if (m_setup.looks_ahead_for == model::k_none) { return; }
  for (std::size_t i = 0; i < m_rules.cluster.pods.size(); ++i) {
    const model::Pod& pod = m_rules.cluster.pods[i];
    if (!pod.ends || m_holds[i] == model::k_none) { continue; }
    m_known_ends.emplace_back(pod.ends->when(m_rules.options.now), static_cast<model::PodIndex>(i));
  }
  std::ranges::sort(m_known_ends, std::greater());
}

void Simulation::ends_at(model::Time time, model::PodIndex pod) {
  const std::pair end(time, pod);
  m_known_ends.insert(std::ranges::upper_bound(m_known_ends, end, std::greater()), end);
}

// Lets time pass to `timer`, or only to the next known end where that comes first. Whether the timer has come.
bool Simulation::pass_time_to(model::Time timer) {
  const bool has_come = m_known_ends.empty() || timer <= m_known_ends.back().first;
  m_now = std::max(m_now, has_come ? timer : m_known_ends.back().first);
  return has_come;
}

// Nothing changes any more by itself.
bool Simulation::wait_for_end() {
  if (m_known_ends.empty()) { return false; }
  m_now = std::max(m_now, m_known_ends.back().first);
  m_timeline.spins = false;
  return true;
}

void Simulation::end_next() {
  const model::PodIndex pod = m_known_ends.back().second;
  m_known_ends.pop_back();
  if (m_holds[at(pod)] == model::k_none) { return; } // evicted before
  leave_node(pod);
  if (!m_leaving[at(pod)]) { m_timeline.ended.push_back(pod); }
}

} // namespace engine
