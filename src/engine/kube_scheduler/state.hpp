// SPDX-License-Identifier: Apache-2.0
// State of one kube-scheduler process, shared by the parts of KubeScheduler.
#pragma once

#include "engine/feasibility/feasibility.hpp"
#include "engine/kube_scheduler/gang_rules.hpp"
#include "engine/kube_scheduler/loop_detector.hpp"
#include "engine/kube_scheduler/nominator.hpp"
#include "engine/kube_scheduler/queue_sort.hpp"
#include "engine/kube_scheduler/record.hpp"
#include "engine/kube_scheduler/scheduling_queue.hpp"
#include "engine/kube_scheduler/waiting_pods.hpp"
#include "engine/paged_column.hpp"
#include "engine/world/scheduler.hpp"
#include "engine/world/simulation_setup.hpp"

#include <cstdint>
#include <vector>

namespace engine {

// Durations of an attempt in microseconds; only the order that follows from them matters. A failed attempt writes the
// pod's status before the next one begins. Calls that it leaves to the API server take longer than that. Measured on
// the real scheduler, idle machine. (Options::api_latency_micros)
inline constexpr std::int64_t k_placing = 500, k_failing = 4'000;

// Timers of the live scheduler that end within this time of each other, in microseconds, may fire in either order.
inline constexpr std::int64_t k_close_timers = 50'000;

struct SchedulerState {
  // `policy` and everything that `input` refers to must outlive it.
  SchedulerState(SchedulerInput&& input, const QueuePolicy& policy);

  const Rules& rules;
  const NodeTable& nodes;
  const SimulationSetup& setup;
  World& world;
  Timeline& timeline;
  std::vector<model::PodIndex> pending; // this scheduler's pods, ascending
  std::size_t unit_count;               // groups first, then pending plain pods
  PagedColumn<std::int32_t> units;      // by pod: its unit (LoopDetector); k_none: a plain pod that is not pending
  Feasibility feasibility;              // this scheduler's view of the nodes: bound and assumed pods
  QueueSort queue_sort;
  GangRules gang;
  SchedulingQueue queue;
  LoopDetector loop_detector;
  Nominator nominator;
  Record record;
  PagedColumn<model::NodeIndex> assumed; // by pod: its node from Reserve until it is bound or released
  WaitingPods waiting;                   // at Permit

  const model::Pod& pod_at(model::PodIndex pod) const { return rules.cluster.pods[static_cast<std::size_t>(pod)]; }
  std::int32_t unit_of(model::PodIndex pod) const { return units[static_cast<std::size_t>(pod)]; }
  bool is_native(model::PodIndex pod) const { return rules.native_group_of(pod_at(pod)) != model::k_none; }
  // Node where the pod is bound or assumed; k_none if none.
  model::NodeIndex place_of(model::PodIndex pod) const {
    const model::NodeIndex place = assumed[static_cast<std::size_t>(pod)];
    return place != model::k_none ? place : world.node_of(pod);
  }
  GangRules::Places own_places(model::GroupIndex group) const; // the group's members with a node
};

} // namespace engine
