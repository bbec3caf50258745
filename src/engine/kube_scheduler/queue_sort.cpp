// SPDX-License-Identifier: Apache-2.0
#include "engine/kube_scheduler/queue_sort.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace engine {

QueueSort::QueueSort(const Rules& rules, const std::vector<std::optional<model::Time>>& last_failed,
                     const std::vector<model::PodIndex>& pods)
    : m_rules(rules), m_pods(rules.cluster.pods.size(), PodKey()), m_last_failed(rules.cluster.groups.size()),
      m_failure_sources(rules.cluster.groups.size()), m_first_pod_times(rules.cluster.groups.size()),
      m_first_pod_priorities(rules.cluster.groups.size()) {
  if (rules.order == Order::Events) { find_last_failures(); }
  for (std::size_t group = 0; group < last_failed.size(); ++group) {
    if (m_last_failed[group] || !last_failed[group]) { continue; }
    m_last_failed[group] = last_failed[group];
    m_start = std::max(m_start, last_failed[group]->micros + 1);
  }
  for (std::size_t group = 0; group < rules.cluster.groups.size(); ++group) {
    bool first = true;
    for (const model::PodIndex member : rules.cluster.groups[group].members) {
      take_up(member);
      if (!first && pod_time(member) >= m_first_pod_times[group]) { continue; }
      m_first_pod_times[group] = pod_time(member);
      m_first_pod_priorities[group] = rules.cluster.pods[at(member)].spec->priority;
      first = false;
    }
  }
  m_group_times.resize(rules.cluster.groups.size());
  m_group_ranks.resize(rules.cluster.groups.size());
  for (std::size_t group = 0; group < m_group_times.size(); ++group) {
    find_group_time(static_cast<model::GroupIndex>(group));
    if (!rules.policies[group]->label_only) { continue; }
    for (const model::PodIndex member : rules.cluster.groups[group].members) {
      if (rules.gang_of(rules.cluster.pods[at(member)]) != model::k_none) {
        key(member).priority = m_first_pod_priorities[group];
      }
    }
  }
  for (const model::PodIndex pod : pods) {
    if (rules.cluster.pods[at(pod)].group == model::k_none) { take_up(pod); }
  }
}

void QueueSort::take_up(model::PodIndex index) {
  const model::Pod& pod = m_rules.cluster.pods[at(index)];
  PodKey& own = key(index);
  own.gang = m_rules.priority_sort ? model::k_none : m_rules.gang_of(pod);
  own.rank = pod.from_manifest ? Rank::Manifest : Rank::Pod;
  own.priority = pod.spec->priority;
  if (m_rules.order == Order::Restart) {
    // After a restart, plain pods enter in list order (by the bytes of "namespace/name"), all later than any object's
    // creation.
    own.time = {m_rules.options.now.micros + index + 1};
    own.source = "restart";
  } else if (pod.pending && pod.pending->ungated) {
    own.time = *pod.pending->ungated;
    own.source = "managedFields";
  } else {
    own.time = pod.created.value_or(m_rules.options.now);
    own.source = "creation";
  }
}

model::Time QueueSort::start() const {
  return {std::max(m_start, m_rules.options.now.micros + static_cast<std::int64_t>(m_pods.size()) + 1)};
}

// The newest sign that the plugin rejected the group, from the best source that its members offer. A group that reached
// its quorum has none: the Permit that completed it cleared the failure.
void QueueSort::find_last_failures() {
  for (std::size_t i = 0; i < m_last_failed.size(); ++i) {
    const model::PodGroup& group = m_rules.cluster.groups[i];
    if (m_rules.policies[i]->timestamp != GroupTimestamp::LastFailure) { continue; }
    std::int32_t bound = 0;
    std::optional<model::Time> by_event, by_field, by_condition;
    const auto newest = [](std::optional<model::Time>& to, const std::optional<model::Time>& from) {
      if (from && (!to || *from > *to)) { to = from; }
    };
    for (const model::PodIndex member : group.members) {
      const model::Pod& pod = m_rules.cluster.pods[at(member)];
      if (pod.bound()) { ++bound; }
      if (!pod.pending || !m_rules.is_of_first_profile(pod)) { continue; }
      newest(by_event, pod.pending->last_group_failure);
      if (pod.pending->condition_reason != "Unschedulable") { continue; }
      newest(by_field, model::last_written(*pod.pending, model::k_kube_scheduler));
      newest(by_condition, pod.pending->condition_since);
    }
    if (bound >= std::max(1, group.min_member.value_or(0))) { continue; }
    m_last_failed[i] = by_event ? by_event : by_field ? by_field : by_condition;
    m_failure_sources[i] = by_event ? "event" : by_field ? "managedFields" : "condition";
  }
}

QueueSort::Rank QueueSort::rank_of(const Policy& policy, bool has_failed) {
  switch (policy.timestamp) {
  case GroupTimestamp::Creation:
    return Rank::NewGroup;
  case GroupTimestamp::LastFailure:
    return has_failed ? Rank::FailedGroup : Rank::NewGroup;
  case GroupTimestamp::FirstPod:
    return Rank::Pod;
  }
  return Rank::Pod;
}

void QueueSort::find_group_time(model::GroupIndex index) {
  const Policy& policy = *m_rules.policies[at(index)];
  const model::PodGroup& group = m_rules.cluster.groups[at(index)];
  std::optional<model::Time>& time = m_group_times[at(index)];
  if (policy.timestamp == GroupTimestamp::FirstPod) {
    time = m_first_pod_times[at(index)];
  } else if (policy.timestamp == GroupTimestamp::LastFailure && m_last_failed[at(index)]) {
    time = m_last_failed[at(index)];
  } else {
    time = group.declared ? group.created : std::nullopt;
  }
  m_group_ranks[at(index)] = time ? rank_of(policy, m_last_failed[at(index)].has_value()) : Rank::Pod;
}

namespace {

constexpr model::Time k_after_all = {std::int64_t{1} << 61};

// A well-spread number for the pod, different for each draw.
std::uint64_t lot(model::PodIndex pod, std::uint32_t draw) {
  std::uint64_t x = (std::uint64_t{draw} << 32U | static_cast<std::uint32_t>(pod)) + 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31U);
}

} // namespace

std::uint64_t QueueSort::lot_of(model::PodIndex pod) const {
  return m_sibling_order == 0 ? 0 : lot(pod, m_sibling_order);
}

void QueueSort::put_last(model::GroupIndex group) { m_group_times[at(group)] = k_after_all; }

// Same order as key_less(), but siblings can have a drawn order. If key_less() already sorts the list, compares
// indexes.
bool QueueSort::comes_first_by_name(model::PodIndex a, model::PodIndex b) const {
  if (m_sibling_order != 0 && key(a).gang != model::k_none && key(a).gang == key(b).gang) {
    const std::uint64_t lot_a = lot(a, m_sibling_order), lot_b = lot(b, m_sibling_order);
    if (lot_a != lot_b) { return lot_a < lot_b; }
  }
  const model::PodList& pods = m_rules.cluster.pods;
  return m_rules.pods_by_name ? a < b : model::key_less(pods[at(a)], pods[at(b)]);
}

bool QueueSort::less(model::PodIndex a, model::PodIndex b) const {
  const PodKey &key_a = key(a), &key_b = key(b);
  if (key_a.priority != key_b.priority) { return key_a.priority > key_b.priority; }
  const model::Time time_a = effective(key_a);
  const model::Time time_b = effective(key_b);
  const bool is_reversed = m_is_reversed && time_a != k_after_all && time_b != k_after_all;
  if (time_a != time_b) { return (time_a < time_b) != is_reversed; }
  const Rank rank_a = rank_within_second(key_a), rank_b = rank_within_second(key_b);
  if (rank_a != rank_b) { return (rank_a < rank_b) != is_reversed; }
  if (m_rules.label_only_queue) {
    // v0.18 compares group keys, "" for plain pods, so two members of one group are equal. Comparing their pod keys as
    // well makes every run use the same order.
    const model::Pod& pod_a = m_rules.cluster.pods[at(a)];
    const model::Pod& pod_b = m_rules.cluster.pods[at(b)];
    const bool plain_a = m_rules.gang_of(pod_a) == model::k_none;
    const bool plain_b = m_rules.gang_of(pod_b) == model::k_none;
    if (plain_a != plain_b) { return plain_a; }
    if (!plain_a && pod_a.group != pod_b.group) { return pod_a.group < pod_b.group; }
  }
  return comes_first_by_name(a, b);
}

namespace {

// Consecutive pods of the list with the same priority, time and rank: mostly the members of one gang.
struct Stretch {
  std::int64_t before; // the negated priority
  std::int64_t micros;
  int rank; // within a second
  std::size_t first, count;
};

} // namespace

void QueueSort::sort(std::vector<model::PodIndex>& pods) const {
  if (m_sibling_order != 0 || m_is_reversed || m_rules.label_only_queue || !m_rules.pods_by_name ||
      !std::ranges::is_sorted(pods)) {
    std::ranges::sort(pods, [&](model::PodIndex a, model::PodIndex b) { return less(a, b); });
    return;
  }
  std::vector<Stretch> runs;
  for (std::size_t i = 0; i < pods.size(); ++i) {
    const PodKey& own = key(pods[i]);
    const std::int64_t before = -std::int64_t{own.priority}, micros = effective(own).micros;
    const int rank = static_cast<int>(rank_within_second(own));
    if (runs.empty() || runs.back().before != before || runs.back().micros != micros || runs.back().rank != rank) {
      runs.push_back({before, micros, rank, i, 0});
    }
    ++runs.back().count;
  }
  std::ranges::sort(runs, {},
                    [](const Stretch& run) { return std::tuple(run.before, run.micros, run.rank, run.first); });
  std::vector<model::PodIndex> sorted;
  sorted.reserve(pods.size());
  for (const Stretch& run : runs) { sorted.insert(sorted.end(), &pods[run.first], &pods[run.first] + run.count); }
  pods = std::move(sorted);
}

QueueSort::Timestamp QueueSort::timestamp(model::PodIndex index) const {
  const model::Pod& pod = m_rules.cluster.pods[at(index)];
  const model::GroupIndex gang = m_rules.gang_of(pod);
  if (gang == model::k_none || m_rules.priority_sort) { return {key(index).time, key(index).source}; }
  const Policy& policy = *m_rules.policies[at(gang)];
  if (policy.timestamp == GroupTimestamp::LastFailure && m_last_failed[at(gang)]) {
    return {m_last_failed[at(gang)], m_failure_sources[at(gang)]};
  }
  const model::PodGroup& group = m_rules.cluster.groups[at(gang)];
  const bool own = policy.timestamp != GroupTimestamp::FirstPod && group.declared && group.created;
  return {effective(key(index)), own ? std::string_view("creation") : key(index).source};
}

} // namespace engine
