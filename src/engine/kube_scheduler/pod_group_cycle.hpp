// SPDX-License-Identifier: Apache-2.0
// The cycle of a native group (Kubernetes' own gangs), which is tried as a whole. When one of its pods is popped, the
// scheduler takes all others from the queue and places them one after the other on one view of the nodes. They keep
// their nodes only if the group reaches minCount. Source: kube-scheduler 1.36 schedule_one_podgroup.go,
// plugins/gangscheduling (KEP-4671). Among members of equal priority, the one whose arrival completed the quorum comes
// first. kube-scheduler takes the others from a map; the simulation takes them in the order of their keys. The live
// scheduler retries a failed group forever, after each back-off. The simulation retries it only after something was
// bound or freed, because otherwise the result would be the same.
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

  // Runs the cycle of the popped pod's group. Returns its duration in microseconds.
  std::int64_t run(model::PodIndex popped);

  // Call when the queue is empty: retries the groups that gave way. Returns false if there are none.
  bool try_those_who_gave_way();
  void forget_losses() { m_losses.clear(); } // after a pod was bound or deleted

 private:
  struct Tried {
    Tried(Attempt begun, NodeSet nodes) : attempt(std::move(begun)), narrowed(std::move(nodes)) {}
    Attempt attempt;                            // its `node` is the member's node in this cycle
    model::NodeIndex nominated = model::k_none; // the nomination before the member was placed
    NodeSet narrowed;
    RefusalRecord record;
  };
  bool shares_its_second(model::PodIndex index) const;
  model::PodIndex quorum_completing(model::GroupIndex group) const;
  std::vector<model::PodIndex> pull_members(model::PodIndex popped);
  enum class Reasons : std::uint8_t { Wanted, NotWanted }; // reasons why members do not fit
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
  std::map<model::GroupIndex, model::PodIndex> m_quorum_completing; // of groups with a cycle; the past does not change
  std::map<model::GroupIndex, int> m_losses;   // number of lost nominations since a pod was last bound or deleted
  std::vector<model::PodIndex> m_after_others; // members of groups that gave way
};

} // namespace engine
