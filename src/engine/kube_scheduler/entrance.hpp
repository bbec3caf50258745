// SPDX-License-Identifier: Apache-2.0
// Lets new pods into the queue: at the start, and when a controller creates them.
#pragma once

#include "engine/kube_scheduler/cycle.hpp"
#include "engine/kube_scheduler/state.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace engine {

class Entrance {
 public:
  Entrance(SchedulerState& state, SchedulingCycle& cycle) : m_state(state), m_cycle(cycle) {}

  // Counts the members of the groups, and queues all pending pods.
  void open();
  // The watch reports new pods.
  void created(const std::vector<model::PodIndex>& pods);

 private:
  void count_members();
  void fill_queue();
  void number_units();
  bool kept_out(model::PodIndex pod);
  bool keep_out(model::PodIndex pod, std::string_view plugin, std::string text);
  void let_in_siblings(model::PodIndex pod);

  SchedulerState& m_state;
  SchedulingCycle& m_cycle;
};

} // namespace engine
