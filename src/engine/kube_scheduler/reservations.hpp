// SPDX-License-Identifier: Apache-2.0
// What becomes of a pod that has got a place, or none: the place is reserved, permitted, bound or given up, and the pod
// goes back to the queue. Source: kube-scheduler schedule_one.go, runtime/waiting_pods_map.go.
#pragma once

#include "engine/kube_scheduler/state.hpp"

#include <deque>
#include <string>
#include <string_view>
#include <utility>

namespace engine {

class Reservations {
 public:
  // `scheduler`: in whose name pods are bound.
  Reservations(SchedulerState& state, Scheduler& scheduler) : m_state(state), m_scheduler(scheduler) {}

  void reserve(model::PodIndex pod, model::NodeIndex node);
  // The pod waits for its group, is bound with it, or loses its place.
  void permit(model::PodIndex pod, model::NodeIndex node, Attempt attempt);
  void bind(model::PodIndex pod, model::NodeIndex node);

  // The attempt failed.
  void refuse(model::PodIndex pod, RefusalRecord record, Attempt attempt, UnschedulablePlugins rejectors);

  // A waiting pod loses its place: Unreserve, forget, back to the queue, and the others learn of the free place.
  void give_up(const WaitingPod& waiting, RefusalRecord record);
  // Sends the reject signal to every waiting member that has none yet: the first signal wins.
  void reject_waiting(model::GroupIndex group, std::string_view text);
  void give_up_rejected(); // those with a signal
  void time_out(std::size_t waiting);

  void note_peak(model::PodIndex pod); // it has a place now
  void finish();                       // those that still wait at the end of the run

 private:
  RefusalRecord timeout_record(const WaitingPod& waiting) const;
  void activate_siblings(model::PodIndex pod);

  SchedulerState& m_state;
  Scheduler& m_scheduler;
  std::deque<std::pair<WaitingPod, std::string>> m_rejected; // a reject signal on its way
};

} // namespace engine
