// SPDX-License-Identifier: Apache-2.0
// Kubernetes' own gangs: a group is tried as a whole. When one of its pods comes up, all others are taken from the
// queue with it and placed one after the other over one view of the nodes; they keep their places only if the group
// reaches minCount. Source: kube-scheduler 1.36 schedule_one_podgroup.go, plugins/gangscheduling (KEP-4671). Where the
// real one iterates over a map, members of equal priority are taken in the order of their keys. The live scheduler
// tries a failed group again after each back-off, without end; here it is tried again when something was bound or
// freed, for without that the same would come out.
#pragma once

#include "engine/kube_scheduler/cycle.hpp"
#include "engine/kube_scheduler/evictions.hpp"
#include "engine/kube_scheduler/pod_group_preemption.hpp"
#include "engine/kube_scheduler/reservations.hpp"
#include "engine/kube_scheduler/state.hpp"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace engine {

class PodGroupCycle {
 public:
  PodGroupCycle(SchedulerState& state, SchedulingCycle& cycle, Reservations& reservations, Evictions& evictions)
      : m_state(state), m_cycle(cycle), m_reservations(reservations), m_evictions(evictions) {}

  // The cycle of the group of the popped pod. Returns how long it took, in microseconds.
  std::int64_t run(model::PodIndex popped);

  // The queue is empty: groups that gave way have their turn. False where none did.
  bool try_those_who_gave_way();
  void forget_losses() { m_losses.clear(); } // something was bound or deleted

 private:
  struct Tried {
    Tried(Attempt begun, NodeSet nodes) : attempt(std::move(begun)), narrowed(std::move(nodes)) {}
    Attempt attempt;                            // its node: the place it got
    model::NodeIndex nominated = model::k_none; // which it was before it got a place
    NodeSet narrowed;
    RefusalRecord record;
  };
  std::vector<model::PodIndex> pull_members(model::PodIndex popped);
  enum class Reasons : std::uint8_t { Wanted, NotWanted }; // why members have no place
  std::vector<Tried> place_members(const std::vector<model::PodIndex>& members, Reasons reasons);
  void take_back(const std::vector<Tried>& tried);
  bool reaches_quorum(model::GroupIndex group, const std::vector<Tried>& tried) const;
  std::int32_t quorum_of(model::GroupIndex group) const;
  bool refuse_mixed_schedulers(const std::vector<model::PodIndex>& members);
  void bind_group(std::vector<Tried>& tried);
  void note_best_try(model::GroupIndex group, const std::vector<Tried>& tried);
  void refuse_unplaced(Tried&& one);
  void refuse_group(const std::vector<model::PodIndex>& members, std::vector<Tried> tried,
                    const PodGroupPreemption& preemption);
  void lose_nominations(const std::vector<model::PodIndex>& members);

  SchedulerState& m_state;
  SchedulingCycle& m_cycle;
  Reservations& m_reservations;
  Evictions& m_evictions;
  std::map<model::GroupIndex, int> m_losses;   // of nominations, since something was bound or deleted
  std::vector<model::PodIndex> m_after_others; // of groups that gave way
};

} // namespace engine
