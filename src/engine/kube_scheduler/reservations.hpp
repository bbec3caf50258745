// SPDX-License-Identifier: Apache-2.0
// Handles a pod after its node was chosen, or none was: Reserve, Permit, Bind, release of the node, and the return to
// the queue. Source: kube-scheduler schedule_one.go, runtime/waiting_pods_map.go.
#pragma once

#include "engine/kube_scheduler/state.hpp"

#include <deque>
#include <string>
#include <string_view>
#include <utility>

namespace engine {

class Reservations {
 public:
  // `scheduler` is the one that binds the pods.
  Reservations(SchedulerState& state, Scheduler& scheduler)
      : m_state(state), m_scheduler(scheduler), m_is_at_peak(state.rules.cluster.groups.size(), false) {}

  void reserve(model::PodIndex pod, model::NodeIndex node);
  // The pod waits for its group, is bound together with the waiting members, or loses its reservation.
  void permit(model::PodIndex pod, model::NodeIndex node, Attempt attempt);
  void bind(model::PodIndex pod, model::NodeIndex node);

  // Records the failed attempt and puts the pod back into the queue.
  void refuse(model::PodIndex pod, RefusalRecord record, Attempt attempt, UnschedulablePlugins rejectors);

  // Releases a waiting pod's node: Unreserve, forget, back to the queue. The event then wakes other pods.
  void give_up(const WaitingPod& waiting, RefusalRecord record);
  // Sends the reject signal to every waiting member without one: the first signal wins.
  void reject_waiting(model::GroupIndex group, std::string_view text, bool races = false);
  // Call when the queue is empty: units in a retry loop that were set aside while they held nodes lose them, as they do
  // in each of their rounds. Returns false if no such unit holds any.
  bool end_those_aside();
  void give_up_rejected();                  // for all pods with a signal
  void time_out(const WaitingPod& waiting); // which is no longer among the waiting

  void note_peak(model::PodIndex pod);  // call after the pod got its node
  void lost_place(model::PodIndex pod); // call when the pod loses its node
  void finish();                        // handles pods that still wait at the end of the run

 private:
  RefusalRecord timeout_record(const WaitingPod& waiting) const;
  void activate_siblings(model::PodIndex pod);
  bool has_started_for_good(model::GroupIndex group) const;

  SchedulerState& m_state;
  Scheduler& m_scheduler;
  struct Rejected {
    WaitingPod waiting;
    std::string text;
    bool races; // RefusalRecord
  };
  std::deque<Rejected> m_rejected; // reject signals not handled yet
  std::vector<bool> m_is_at_peak;  // by group: GroupOutcome::at_peak lists the members with a node now
};

} // namespace engine
