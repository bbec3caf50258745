// SPDX-License-Identifier: Apache-2.0
#include "engine/kube_scheduler/waiting_pods.hpp"

#include "engine/index.hpp"

#include <algorithm>

namespace engine {

void WaitingPods::add(const WaitingPod& waiting) {
  m_pods.push_back(waiting);
  if (!m_next || waiting.deadline < *m_next) { m_next = waiting.deadline; }
  if (const model::GroupIndex group = group_of(waiting); group != model::k_none) { ++m_of_group[at(group)]; }
}

// Looks for the earliest deadline again if that of a taken pod was it.
void WaitingPods::leave_next(const std::vector<WaitingPod>& taken) {
  if (std::ranges::none_of(taken, [&](const WaitingPod& one) { return one.deadline == m_next; })) { return; }
  m_next.reset();
  for (const WaitingPod& left : m_pods) {
    if (!m_next || left.deadline < *m_next) { m_next = left.deadline; }
  }
}

std::vector<WaitingPod> WaitingPods::take_group(model::GroupIndex group) {
  std::vector<WaitingPod> taken;
  if (of_group(group) == 0) { return taken; }
  std::erase_if(m_pods, [&](const WaitingPod& waiting) {
    const bool is_member = group_of(waiting) == group;
    if (is_member) { taken.push_back(waiting); }
    return is_member;
  });
  m_of_group[at(group)] = 0;
  leave_next(taken);
  return taken;
}

std::optional<WaitingPod> WaitingPods::take_at(std::vector<WaitingPod>::iterator place) {
  if (place == m_pods.end()) { return std::nullopt; }
  const WaitingPod taken = *place;
  m_pods.erase(place);
  if (const model::GroupIndex group = group_of(taken); group != model::k_none) { --m_of_group[at(group)]; }
  leave_next({taken});
  return taken;
}

std::optional<WaitingPod> WaitingPods::take(model::PodIndex pod) {
  return take_at(std::ranges::find(m_pods, pod, &WaitingPod::pod));
}

std::optional<WaitingPod> WaitingPods::take_due(model::Time now) {
  if (!m_next || *m_next > now) { return std::nullopt; }
  return take_at(std::ranges::find_if(m_pods, [&](const WaitingPod& waiting) { return waiting.deadline <= now; }));
}

} // namespace engine
