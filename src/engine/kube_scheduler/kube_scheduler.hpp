// SPDX-License-Identifier: Apache-2.0
// One process of kube-scheduler with all its profiles: it handles events and tries one pod after another. The parts
// share one state (state.hpp):
//
// entrance.hpp lets new pods into the queue;
// turns.hpp picks the next pod, and handles retry loops;
// cycle.hpp runs the plugins for one pod, PreEnqueue to PostFilter;
// reservations.hpp handles Reserve, Permit, Bind and the release of a node;
// evictions.hpp evicts victims;
// pod_group_cycle.hpp is the cycle of a native group;
// nominator.hpp, scheduling_queue.hpp, queue_sort.hpp, gang_rules.hpp (Coscheduling), loop_detector.hpp, record.hpp.
#pragma once

#include "engine/kube_scheduler/cycle.hpp"
#include "engine/kube_scheduler/entrance.hpp"
#include "engine/kube_scheduler/evictions.hpp"
#include "engine/kube_scheduler/pod_group_cycle.hpp"
#include "engine/kube_scheduler/reservations.hpp"
#include "engine/kube_scheduler/state.hpp"
#include "engine/kube_scheduler/turns.hpp"
#include "engine/world/scheduler.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace engine {

class KubeScheduler final : public Scheduler, private QueuePolicy {
 public:
  explicit KubeScheduler(SchedulerInput input);

  // Scheduler
  model::Time earliest_start() const override { return m_state.queue_sort.start(); }
  void start() override;
  void hear_of(const Effect& effect) override;
  void created(const std::vector<model::PodIndex>& pods) override { m_entrance.created(pods); }
  void gone(model::PodIndex pod, model::NodeIndex node) override;
  bool take_timer() override;
  std::optional<model::Time> next_timer() const override;
  Turn take_turn() override;
  bool has_found() const override { return m_state.record.is_over(); }
  bool repeats_itself() const override { return m_state.loop_detector.any_aside(); }
  void finish(bool spins) override;

 private:
  // QueuePolicy
  bool less(model::PodIndex a, model::PodIndex b) const override { return m_state.queue_sort.less(a, b); }
  bool is_worth_requeuing(const ClusterEvent& event, UnschedulablePlugins rejectors,
                          model::PodIndex pod) const override;
  UnschedulablePlugins heard_by(const ClusterEvent& event) const override;
  bool keeps_out(model::PodIndex pod) const override;

  void take_up_nominations();
  void appear_on_node(const Effect& effect);
  void end_nomination(model::PodIndex pod);
  void hear_of_freed_claim(model::PodIndex pod);
  void note_change();
  std::optional<model::Time> next_flush() const;
  bool schedule_one(model::PodIndex pod); // true if the pod now has a node

  SchedulerState m_state;
  SchedulingCycle m_cycle;
  Entrance m_entrance;
  Turns m_turns;
  Reservations m_reservations;
  Evictions m_evictions;
  PodGroupCycle m_group_cycle;
  std::array<Concerned, k_event_kinds> m_concerned; // by kind of event
  bool m_some_hear_all = false;                     // for some group, every event is worth a retry (Policy)
};

} // namespace engine
