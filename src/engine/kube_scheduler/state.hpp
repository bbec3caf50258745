// SPDX-License-Identifier: Apache-2.0
// What one process of kube-scheduler holds; the parts of KubeScheduler share it.
#pragma once

#include "engine/feasibility/feasibility.hpp"
#include "engine/kube_scheduler/gang_rules.hpp"
#include "engine/kube_scheduler/loop_detector.hpp"
#include "engine/kube_scheduler/nominator.hpp"
#include "engine/kube_scheduler/queue_sort.hpp"
#include "engine/kube_scheduler/record.hpp"
#include "engine/kube_scheduler/scheduling_queue.hpp"
#include "engine/world/scheduler.hpp"
#include "engine/world/simulation_setup.hpp"

#include <cstdint>
#include <vector>

namespace engine {

// How long things take, in microseconds, of which only the order that follows matters: an attempt that fails writes the
// pod's status before the next one begins; what the API server is asked to do meanwhile takes it longer than that.
// Measured on the real scheduler, idle machine.
// (Options::api_latency_micros)
inline constexpr std::int64_t k_placing = 500, k_failing = 4'000;

// A pod that holds a reservation and waits for its group.
struct WaitingPod {
  model::PodIndex pod;
  model::NodeIndex node;
  model::Time deadline;
  std::int64_t seconds; // the wait that was granted, for the text
  std::int32_t attempt; // into Timeline::attempts, -1 where not recorded
};

struct SchedulerState {
  // `policy` must outlive it, as must what `input` refers to.
  SchedulerState(SchedulerInput&& input, const QueuePolicy& policy);

  const Rules& rules;
  const NodeTable& nodes;
  const SimulationSetup& setup;
  World& world;
  Timeline& timeline;
  std::vector<model::PodIndex> pending; // its own pods, ascending
  std::vector<std::int32_t> units;      // by pod: what repeats itself together (LoopDetector)
  Feasibility feasibility;              // its view of the nodes: bound pods and those that are assumed
  QueueSort queue_sort;
  GangRules gang;
  SchedulingQueue queue;
  LoopDetector loop_detector;
  Nominator nominator;
  Record record;
  std::vector<model::NodeIndex> assumed; // by pod: node on which it has a place and is not bound yet
  std::vector<WaitingPod> waiting;       // at Permit

  const model::Pod& pod_at(model::PodIndex pod) const { return rules.cluster.pods[static_cast<std::size_t>(pod)]; }
  std::int32_t unit_of(model::PodIndex pod) const { return units[static_cast<std::size_t>(pod)]; }
  // Where it is bound or assumed; k_none: nowhere.
  model::NodeIndex place_of(model::PodIndex pod) const {
    const model::NodeIndex place = assumed[static_cast<std::size_t>(pod)];
    return place != model::k_none ? place : world.node_of(pod);
  }
  GangRules::Places own_places(model::GroupIndex group) const; // of its members
};

} // namespace engine
