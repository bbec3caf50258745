// SPDX-License-Identifier: Apache-2.0
// QueueSort: the order in which pods are tried. Source: Coscheduling.Less (scheduler-plugins pkg/coscheduling), Less of
// v0.18 for the label-only policy, and kube-scheduler's PrioritySort if that plugin sorts.
//
// No snapshot holds two times that the scheduler knows: when a pod first entered the queue and when a group last
// failed. QueueSort reconstructs them in one of three ways (Options.order); the report names the way and the source.
#pragma once

#include "engine/index.hpp"
#include "engine/paged_column.hpp"
#include "engine/rules/rules.hpp"
#include "model/values/time.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace engine {

class QueueSort {
 public:
  // `last_failed`: each group's last failure in an earlier run, used if the snapshot shows none; may be empty.
  // `pods`: those to order; members of groups always are.
  QueueSort(const Rules& rules, const std::vector<std::optional<model::Time>>& last_failed,
            const std::vector<model::PodIndex>& pods);

  // True if pod a is tried before pod b, given the failures so far. A strict weak order at any one moment.
  bool less(model::PodIndex a, model::PodIndex b) const;

  // Sorts by less().
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

  // Start of the first attempt. Later than every pod's entry into the queue and every group's failure in an earlier
  // run, so failures in this run are later too.
  model::Time start() const;

  // A failed pod enters the queue again; PrioritySort orders it by this time from now on. (QueuedPodInfo.Timestamp)
  void entered_again(model::PodIndex pod, model::Time now) {
    if (m_rules.priority_sort) { key(pod).time = now; }
  }

  // A pod that is created during the simulation.
  void created(model::PodIndex pod, model::Time now) { key(pod).time = now; }

  struct Timestamp {
    std::optional<model::Time> time;
    std::string_view source; // creation, event, managedFields, condition, restart
  };
  // The pod's effective timestamp, for reports.
  Timestamp timestamp(model::PodIndex pod) const;
  // Moves the gang behind all other pods of its priority, until it fails.
  void put_last(model::GroupIndex group);
  // Siblings that compare equal come in a random order with this seed; 0: by name.
  void draw_siblings(std::uint32_t number) { m_sibling_order = number; }
  // The pod's number in that random order; 0: siblings come by name.
  std::uint64_t lot_of(model::PodIndex pod) const;
  // Reverses the order of pods of equal priority, except siblings and the group that put_last() names.
  void reverse_equals() { m_is_reversed = true; }
  model::Time pod_time(model::PodIndex pod) const { return key(pod).time; }

 private:
  // Timestamps in a snapshot are whole seconds. Within one second a new PodGroup comes first, because Coscheduling uses
  // its creationTimestamp. Plain pods entered the queue later in that second. Groups that have failed come after them,
  // and pods of a manifest come after the snapshot.
  enum class Rank : std::uint8_t { NewGroup, Pod, FailedGroup, Manifest };
  struct PodKey {
    model::Time time; // InitialAttemptTimestamp
    std::string_view source;
    model::GroupIndex gang = model::k_none; // the group whose time the pod uses, or k_none
    std::int32_t priority = 0;
    Rank rank = Rank::Pod; // of a pod of no gang
  };
  PodKey& key(model::PodIndex pod) { return m_pods.edit(at(pod)); }
  const PodKey& key(model::PodIndex pod) const { return m_pods[at(pod)]; }
  void take_up(model::PodIndex pod);
  void find_last_failures();
  void find_group_time(model::GroupIndex group);
  model::Time effective(const PodKey& own) const {
    return own.gang != model::k_none && m_group_times[at(own.gang)] ? *m_group_times[at(own.gang)] : own.time;
  }
  static Rank rank_of(const Policy& policy, bool has_failed); // of a gang that has a time of its own
  Rank rank_within_second(const PodKey& own) const {
    return own.gang != model::k_none && own.rank == Rank::Pod ? m_group_ranks[at(own.gang)] : own.rank;
  }
  bool comes_first_by_name(model::PodIndex a, model::PodIndex b) const;

  const Rules& m_rules;
  PagedColumn<PodKey> m_pods;                            // those that the constructor orders
  std::vector<std::optional<model::Time>> m_last_failed; // by group
  std::vector<std::string_view> m_failure_sources;
  std::vector<model::Time> m_first_pod_times; // label-only: by group, time of the first member
  std::vector<std::int32_t> m_first_pod_priorities;
  // Cached keys of less().
  std::vector<std::optional<model::Time>> m_group_times; // by group; empty if each member uses its own time
  std::vector<Rank> m_group_ranks;                       // by group
  std::uint32_t m_sibling_order = 0;
  bool m_is_reversed = false;
  std::int64_t m_start = 0; // the earliest start(), in microseconds
};

} // namespace engine
