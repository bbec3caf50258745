// SPDX-License-Identifier: Apache-2.0
#include "engine/world/world.hpp"

#include "engine/index.hpp"

#include <algorithm>
#include <functional>

namespace engine {

World::World(const model::ClusterSnapshot& cluster, const PodsAtStart& start, std::int64_t api_latency_micros)
    : m_cluster(cluster), m_latency(api_latency_micros), m_node(start.nodes),
      m_nominated(cluster.pods.size(), model::k_none), m_bound(start.bound_members),
      m_leaving(cluster.pods.size(), false), m_followers(cluster.wait_sets.size()) {}

// ---- calls ---------------------------------------------------------------------------------------------------------

void World::request(Effect effect, std::int64_t calls) {
  effect.heard = {m_now.micros + calls * m_latency};
  const auto later = [](const Effect& a, const Effect& b) { return a.heard < b.heard; };
  m_calls.insert(std::upper_bound(m_calls.begin(), m_calls.end(), effect, later), effect);
}

std::optional<Effect> World::hear() {
  if (m_calls.empty() || m_calls.front().heard > m_now) { return std::nullopt; }
  const Effect effect = m_calls.front();
  m_calls.pop_front();
  return effect;
}

std::optional<model::Time> World::next_answer() const {
  return m_calls.empty() ? std::nullopt : std::optional(m_calls.front().heard);
}

bool World::wait_for_answer() {
  if (m_calls.empty()) { return false; }
  m_now = std::max(m_now, m_calls.front().heard);
  return true;
}

// ---- pods and their nodes ------------------------------------------------------------------------------------------

void World::bind(model::PodIndex pod, model::NodeIndex node) {
  m_node.edit(at(pod)) = node;
  const model::GroupIndex group = m_cluster.pods[at(pod)].group;
  if (group != model::k_none) { ++m_bound[at(group)]; }
}

void World::nominate(model::PodIndex pod, model::NodeIndex node) {
  const model::NodeIndex old = std::exchange(m_nominated.edit(at(pod)), node);
  if (old != model::k_none && old != node) { request({Effect::Kind::NominationEnded, pod, nullptr}); }
}

void World::remove(model::PodIndex pod) {
  m_node.edit(at(pod)) = model::k_none;
  const model::GroupIndex group = m_cluster.pods[at(pod)].group;
  if (group != model::k_none) { --m_bound[at(group)]; }
}

// ---- pods that end -------------------------------------------------------------------------------------------------

void World::ends_at(model::Time time, model::PodIndex pod) {
  const End end(time, pod);
  m_ends.insert(std::ranges::upper_bound(m_ends, end, std::greater()), end);
}

bool World::pass_to(model::Time timer) {
  const bool has_come = m_ends.empty() || timer <= m_ends.back().first;
  m_now = std::max(m_now, has_come ? timer : m_ends.back().first);
  return has_come;
}

bool World::wait_for_end() {
  if (m_ends.empty()) { return false; }
  m_now = std::max(m_now, m_ends.back().first);
  return true;
}

std::optional<model::PodIndex> World::end_next() {
  if (m_ends.empty() || m_ends.back().first > m_now) { return std::nullopt; }
  const model::PodIndex pod = m_ends.back().second;
  m_ends.pop_back();
  return pod;
}

// ---- pods that wait for others -------------------------------------------------------------------------------------

bool World::waits(const model::Pod& pod) const {
  return pod.waits_for != model::k_none && m_followers[at(pod.waits_for)].unbound > 0;
}

void World::follows(model::PodIndex pod, std::int32_t set) { m_followers[at(set)].pods.push_back(pod); }

std::vector<const std::vector<model::PodIndex>*> World::created_by(model::PodIndex bound) {
  std::vector<const std::vector<model::PodIndex>*> created;
  for (std::size_t set = 0; set < m_followers.size(); ++set) {
    if (!std::ranges::binary_search(m_cluster.wait_sets[set], bound)) { continue; }
    if (--m_followers[set].unbound == 0) { created.push_back(&m_followers[set].pods); }
  }
  return created;
}

} // namespace engine
