// SPDX-License-Identifier: Apache-2.0
// What becomes of the victims of preemption, and how long that keeps a preemptor out of the queue.
// Source: kube-scheduler framework/preemption/executor.go.
#pragma once

#include "engine/kube_scheduler/reservations.hpp"

#include <map>
#include <vector>

namespace engine {

class Evictions {
 public:
  // `scheduler`: in whose name victims are deleted.
  Evictions(SchedulerState& state, Reservations& reservations, Scheduler& scheduler)
      : m_state(state), m_reservations(reservations), m_scheduler(scheduler) {}

  // A victim that waits at Permit loses its reservation at once; others are deleted, the last one when the API server
  // has answered for all others. False where all of them terminate already. The watch tells of a deletion a little
  // later than the answer to it. (prepareCandidateAsync)
  bool evict(std::vector<model::PodIndex> victims, const std::vector<model::PodIndex>& preemptors);
  void may_try_again(model::PodIndex preemptor) { m_preempting.erase(preemptor); }

  // The preemptor is kept out of the queue until all victims but the last one are deleted, from 1.35 on until the last
  // one goes too, even where something else deletes it. (DefaultPreemption's PreEnqueue; Executor.isRunningPreemption)
  bool carries_out_preemption(model::PodIndex pod) const;

 private:
  // A preemption that is carried out. (Executor.preempting, lastVictimsPendingPreemption)
  struct Preempting {
    model::PodIndex last_victim;
    model::Time others_deleted; // then the last one's turn has come
  };
  bool is_going(model::PodIndex victim) const;

  SchedulerState& m_state;
  Reservations& m_reservations;
  Scheduler& m_scheduler;
  std::map<model::PodIndex, Preempting> m_preempting; // by preemptor
};

} // namespace engine
