// SPDX-License-Identifier: Apache-2.0
// What the plugins of a profile say of one pod, from PreEnqueue to PostFilter, over the scheduler's view of the nodes.
// Takes no place, and puts the pod nowhere.
// Source: kube-scheduler schedule_one.go, schedulingCycle.
#pragma once

#include "engine/kube_scheduler/preemption.hpp"
#include "engine/kube_scheduler/state.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

class SchedulingCycle {
 public:
  explicit SchedulingCycle(SchedulerState& state) : m_state(state), m_classes(state.rules.cluster.pods.size(), -1) {}

  // Which plugin keeps a new pod out of the queue; nullopt: none does.
  struct KeptOut {
    std::string_view plugin;
    std::string text;
  };
  std::optional<KeptOut> pre_enqueue(model::PodIndex pod);

  // PreFilter, Filter and Score. Where no node is left, `record` has the stage; what the nodes say is counted by
  // count_refusals. `narrowed`: all nodes; it is reduced to those that PreFilter leaves.
  std::optional<model::NodeIndex> find_place(model::PodIndex pod, NodeSet& narrowed, RefusalRecord& record,
                                             Attempt& attempt);
  // What each node says after a Filter that left none: those nominated there are counted first, and the first refusal
  // is heard. (NodeToStatus)
  void count_refusals(model::PodIndex pod, const NodeSet& narrowed, RefusalRecord& record);
  // The PostFilter plugins in the profile's order. Returns the text with which the waiting members of the pod's group
  // are to be rejected; nullopt: they are not.
  std::optional<std::string_view> post_filter(model::PodIndex pod, const NodeSet& narrowed, RefusalRecord& record,
                                              Attempt& attempt);
  UnschedulablePlugins unschedulable_plugins_of(const RefusalRecord& record) const;

 private:
  // The plugins at a profile's PreFilter that may say something; no row: Coscheduling.
  struct PreFilterStep {
    std::string_view plugin;
    const Filter* row;
  };
  const std::vector<PreFilterStep>& pre_filter_steps(const model::SchedulerProfile& profile);
  // Those at its PreEnqueue.
  const std::vector<const Filter*>& pre_enqueue_steps(const model::SchedulerProfile& profile);
  bool pre_filter(model::PodIndex pod, RefusalRecord& record, NodeSet& narrowed);
  RefusalRecord::Gang gang_pre_filter(model::PodIndex pod, PreFilterAnswer& answer);
  NodeSet filter(model::PodIndex pod, const NodeSet& narrowed);
  Refusal refusal_beside(const std::vector<model::PodIndex>& before, model::PodIndex pod, model::NodeIndex node,
                         const Filter** by = nullptr);
  Preemption try_preemption(model::PodIndex pod, const NodeSet& narrowed, const RefusalRecord& record);
  int class_of(model::PodIndex pod) {
    int& number = m_classes[static_cast<std::size_t>(pod)];
    if (number < 0) { number = m_state.feasibility.class_of(pod, *m_state.rules.profile_of(m_state.pod_at(pod))); }
    return number;
  }

  SchedulerState& m_state;
  std::map<const model::SchedulerProfile*, std::vector<PreFilterStep>> m_pre_filter_steps;
  std::map<const model::SchedulerProfile*, std::vector<const Filter*>> m_pre_enqueue_steps;
  std::vector<int> m_classes;            // by pod, -1: not asked yet
  std::vector<RefusalId> m_said_by_node; // in the cycle that just failed
};

} // namespace engine
