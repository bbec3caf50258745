// SPDX-License-Identifier: Apache-2.0
#include "engine/kube_scheduler/entrance.hpp"

#include "engine/index.hpp"
#include "engine/rules/counted_members.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace engine {

void Entrance::open() {
  count_members();
  fill_queue();
  number_units();
}

void Entrance::count_members() {
  const model::ClusterSnapshot& cluster = m_state.rules.cluster;
  for (const model::PodGroup& group : cluster.groups) {
    for (const model::PodIndex index : group.members) {
      const model::Pod& pod = cluster.pods[at(index)];
      if (m_state.rules.gates.refuses(index)) { continue; }
      const Counts counts = counts_of(cluster, pod);
      if (counts.exists && !m_state.world.waits(pod)) { m_state.gang.appeared(index); }
      if (counts.placed && (pod.bound() || pod.finished())) { m_state.gang.bound_before(index); }
    }
  }
}

void Entrance::fill_queue() {
  std::vector<model::PodIndex>& order = m_state.timeline.initial_order;
  std::vector<model::PodIndex> gated, entering;
  for (const model::PodIndex index : m_state.pending) {
    const model::Pod& pod = m_state.pod_at(index);
    if (!m_state.rules.profile_of(pod)) { continue; } // no profile serves its schedulerName: never attempted
    if (m_state.world.waits(pod)) { continue; }
    const bool has_gates = m_state.rules.gated(index);
    if (has_gates) { m_state.timeline.pods.edit(at(index)).outcome = model::Outcome::Gated; }
    if (has_gates || kept_out(index)) {
      m_state.queue.add_gated(index);
      gated.push_back(index);
    } else {
      entering.push_back(index);
    }
  }
  order = entering;
  // Push in queue order: by timestamp, or in list order after a scheduler restart.
  if (m_state.rules.order != Order::Restart) {
    std::ranges::stable_sort(entering, {}, [&](model::PodIndex pod) { return m_state.queue_sort.pod_time(pod); });
  }
  PagedColumn<const Refused*> refused(m_state.rules.cluster.pods.size(), nullptr);
  for (const Refused& pod : m_state.setup.refused) {
    refused.edit(at(pod.pod)) = &pod;
    m_state.timeline.pods.edit(at(pod.pod)).rejectors = pod.rejectors;
  }
  for (const model::PodIndex pod : entering) {
    refused[at(pod)] == nullptr ? m_state.queue.add(pod) : m_state.queue.add_refused(pod, refused[at(pod)]->rejectors);
  }
  m_state.queue_sort.sort(order);
  m_state.queue_sort.sort(gated);
  order.insert(order.end(), gated.begin(), gated.end());
}

void Entrance::number_units() {
  std::set<std::pair<std::int32_t, const model::PodSpec*>> kinds;
  for (const model::PodIndex pod : m_state.pending) {
    const std::int32_t unit = m_state.unit_of(pod);
    m_state.loop_detector.add_pending_pod(unit, kinds.emplace(unit, m_state.pod_at(pod).spec).second);
  }
}

// True if a PreEnqueue plugin keeps a new pod out of the queue. Only new members of its group let it in.
bool Entrance::kept_out(model::PodIndex index) {
  const model::Pod& pod = m_state.pod_at(index);
  if (pod.group != model::k_none && m_state.rules.policy_of(pod).native != Policy::Native::No) {
    if (std::string text = m_state.gang.pre_enqueue(pod.group); !text.empty()) {
      return keep_out(index, "GangScheduling", std::move(text));
    }
  }
  std::optional<SchedulingCycle::KeptOut> kept = m_cycle.pre_enqueue(index);
  return kept && keep_out(index, kept->plugin, std::move(kept->text));
}

bool Entrance::keep_out(model::PodIndex index, std::string_view plugin, std::string text) {
  RefusalRecord record;
  record.stage = model::Stage::PreEnqueue;
  record.plugin = plugin;
  record.text = std::move(text);
  m_state.record.refusal(std::move(record), index);
  return true;
}

void Entrance::created(const std::vector<model::PodIndex>& followers) {
  for (const model::PodIndex follower : followers) {
    m_state.queue_sort.created(follower, m_state.world.now());
    m_state.gang.appeared(follower);
    m_state.timeline.initial_order.push_back(follower);
  }
  for (const model::PodIndex follower : followers) {
    if (kept_out(follower)) {
      m_state.queue.add_gated(follower);
    } else {
      m_state.queue.add(follower);
      let_in_siblings(follower);
    }
  }
}

// Queues members that were kept out because the group had too few members.
void Entrance::let_in_siblings(model::PodIndex index) {
  const model::GroupIndex group = m_state.pod_at(index).group;
  if (group == model::k_none || m_state.rules.policy_of(m_state.pod_at(index)).native == Policy::Native::No) { return; }
  for (const model::PodIndex member : m_state.rules.cluster.groups[at(group)].members) {
    const bool waits = m_state.queue.place(member) == Place::Gated && !m_state.rules.gated(member);
    if (!waits || kept_out(member)) { continue; }
    m_state.record.forget(member);
    m_state.queue.add(member);
  }
}

} // namespace engine
