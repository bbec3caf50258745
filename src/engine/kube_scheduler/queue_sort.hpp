// SPDX-License-Identifier: Apache-2.0
// QueueSort: who is tried before whom. Source: Coscheduling.Less (scheduler-plugins pkg/coscheduling), for the
// label-only policy Less of v0.18, and PrioritySort of kube-scheduler where that sorts.
//
// The scheduler knows two instants that no snapshot holds: when a pod first entered its queue and when a group last
// failed. They are reconstructed in one of three ways (Options.order); the report says which and from what.
#pragma once

#include "engine/index.hpp"
#include "engine/rules/rules.hpp"
#include "model/values/time.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace engine {

class QueueSort {
 public:
  // `last_failed`: by group, the last failure in an earlier run, used where the snapshot shows none; may be empty.
  QueueSort(const Rules& rules, const std::vector<std::optional<model::Time>>& last_failed);

  // Whether pod a is tried before pod b, with what is known of failures now. A strict weak order at any one moment.
  bool less(model::PodIndex a, model::PodIndex b) const;

  // Into the order of less().
  void sort(std::vector<model::PodIndex>& pods) const;

  void mark_failure(model::GroupIndex group, model::Time now) {
    m_last_failed[at(group)] = now;
    find_group_time(group);
  }
  void clear_failure(model::GroupIndex group) {
    m_last_failed[at(group)].reset();
    find_group_time(group);
  }

  const std::optional<model::Time>& last_failed(model::GroupIndex group) const { return m_last_failed[at(group)]; }

  // When the first attempt begins: later than any pod entered the queue or a group failed in a run before, so that a
  // failure is, too.
  model::Time start() const;

  // A failed pod enters the queue again, by which PrioritySort orders it from then on. (QueuedPodInfo.Timestamp)
  void entered_again(model::PodIndex pod, model::Time now) {
    if (m_rules.priority_sort) { m_pod_times[at(pod)] = now; }
  }

  // A pod that comes into being during the simulation.
  void created(model::PodIndex pod, model::Time now) { m_pod_times[at(pod)] = now; }

  struct Timestamp {
    std::optional<model::Time> time;
    std::string_view source; // creation, event, managedFields, condition, restart
  };
  // The effective timestamp, for people.
  Timestamp timestamp(model::PodIndex pod) const;
  // The gang's turn comes after all others of its priority, until it fails.
  void put_last(model::GroupIndex group);
  // Equals of one gang come in an order that is drawn by this number; 0: by name.
  void draw_siblings(std::uint32_t number) { m_sibling_order = number; }
  // Reverses the order of pods of equal priority, except siblings and the group that put_last() names.
  void reverse_equals() { m_is_reversed = true; }
  model::Time pod_time(model::PodIndex pod) const { return m_pod_times[at(pod)]; }

 private:
  void find_pod_times();
  void find_last_failures();
  void find_group_time(model::GroupIndex group);
  model::Time effective(model::PodIndex pod) const {
    const model::GroupIndex gang = m_gangs[at(pod)];
    return gang != model::k_none && m_group_times[at(gang)] ? *m_group_times[at(gang)] : m_pod_times[at(pod)];
  }
  // Timestamps in a snapshot are whole seconds. Within one second a new PodGroup comes first, because Coscheduling uses
  // its creationTimestamp. Plain pods entered the queue later in that second. Groups that have failed come after them,
  // and pods of a manifest come after the snapshot.
  enum class Rank : std::uint8_t { NewGroup, Pod, FailedGroup, Manifest };
  static Rank rank_of(const Policy& policy, bool has_failed); // of a gang that has a time of its own
  Rank rank_within_second(model::PodIndex pod) const {
    const model::GroupIndex gang = m_gangs[at(pod)];
    return gang != model::k_none && m_pod_ranks[at(pod)] == Rank::Pod ? m_group_ranks[at(gang)] : m_pod_ranks[at(pod)];
  }
  bool comes_first_by_name(model::PodIndex a, model::PodIndex b) const;

  const Rules& m_rules;
  std::vector<model::Time> m_pod_times; // InitialAttemptTimestamp, by pod
  std::vector<std::string_view> m_pod_sources;
  std::vector<std::optional<model::Time>> m_last_failed; // by group
  std::vector<std::string_view> m_failure_sources;
  std::vector<model::Time> m_first_pod_times; // label-only: of the group's first member
  std::vector<std::int32_t> m_first_pod_priorities;
  // What less() asks for, so that it is found out once.
  std::vector<model::GroupIndex> m_gangs;                // by pod: the group whose time counts for it, or k_none
  std::vector<std::int32_t> m_priorities;                // by pod
  std::vector<std::optional<model::Time>> m_group_times; // by group; none: each member has its own
  std::vector<Rank> m_group_ranks, m_pod_ranks;          // by group; by pod, where it is no gang's
  std::uint32_t m_sibling_order = 0;
  bool m_is_reversed = false;
  std::int64_t m_start = 0; // the earliest start(), in microseconds
};

} // namespace engine
