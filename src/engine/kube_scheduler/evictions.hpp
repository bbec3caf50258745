// SPDX-License-Identifier: Apache-2.0
// Evicts the victims of preemption, and keeps preemptors out of the queue meanwhile.
// Source: kube-scheduler framework/preemption/executor.go.
#pragma once

#include "engine/kube_scheduler/reservations.hpp"

#include <map>
#include <vector>

namespace engine {

class Evictions {
 public:
  // `scheduler` is the one that deletes the victims.
  Evictions(SchedulerState& state, Reservations& reservations, Scheduler& scheduler)
      : m_state(state), m_reservations(reservations), m_scheduler(scheduler) {}

  // A victim that waits at Permit loses its reservation at once. The API server deletes the other victims, the last one
  // once the calls for the others have returned. The watch reports a deletion slightly later than the API server's
  // answer. Returns false if all victims terminate already. (prepareCandidateAsync)
  bool evict(std::vector<model::PodIndex> victims, const std::vector<model::PodIndex>& preemptors);
  // Of `victims`, those that the scheduler deletes. Since 1.35 it leaves out pods that terminate already.
  std::vector<model::PodIndex> to_delete(std::vector<model::PodIndex> victims) const;
  void may_try_again(model::PodIndex preemptor) { m_preempting.erase(preemptor); }

  // True while the preemptor must stay out of the queue: until all victims but the last are deleted. From 1.35 on it
  // also waits for the last victim to go, even if something else deletes that one. (DefaultPreemption's PreEnqueue;
  // Executor.isRunningPreemption)
  bool carries_out_preemption(model::PodIndex pod) const;

 private:
  // A preemption in progress. (Executor.preempting, lastVictimsPendingPreemption)
  struct Preempting {
    model::PodIndex last_victim;
    model::Time others_deleted; // from then on, only the last victim is left
  };
  bool is_going(model::PodIndex victim) const;

  SchedulerState& m_state;
  Reservations& m_reservations;
  Scheduler& m_scheduler;
  std::map<model::PodIndex, Preempting> m_preempting; // by preemptor
};

} // namespace engine
