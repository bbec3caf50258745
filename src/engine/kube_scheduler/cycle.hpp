// SPDX-License-Identifier: Apache-2.0
// Runs the plugins of a profile for one pod, from PreEnqueue to PostFilter, on the scheduler's view of the nodes.
// Reserves no node and does not move the pod in the queue.
// Source: kube-scheduler schedule_one.go, schedulingCycle.
#pragma once

#include "engine/kube_scheduler/kept_by_node.hpp"
#include "engine/kube_scheduler/node_search.hpp"
#include "engine/kube_scheduler/preemption.hpp"
#include "engine/kube_scheduler/state.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

class SchedulingCycle {
 public:
  explicit SchedulingCycle(SchedulerState& state)
      : m_state(state), m_search(state.nodes, state.setup.search_seed), m_classes(state.rules.cluster.pods.size(), -1) {
  }

  // The plugin that keeps a new pod out of the queue; nullopt if none does.
  struct KeptOut {
    std::string_view plugin;
    std::string text;
  };
  std::optional<KeptOut> pre_enqueue(model::PodIndex pod);

  // Runs PreFilter, Filter and Score. If no node is left, sets the stage of `record`; count_refusals() adds the nodes'
  // refusals. `narrowed` starts with all nodes; PreFilter reduces it.
  std::optional<model::NodeIndex> find_place(model::PodIndex pod, NodeSet& narrowed, RefusalRecord& record,
                                             Attempt& attempt);
  // Counts the nodes' refusals after a Filter that left no node. Tries each node with its nominated pods first and
  // keeps the first refusal. (NodeToStatus)
  void count_refusals(model::PodIndex pod, const NodeSet& narrowed, RefusalRecord& record);
  // Runs the PostFilter plugins in the profile's order. If the waiting members of the pod's group are to be rejected,
  // returns the text of that rejection; otherwise nullopt.
  std::optional<std::string_view> post_filter(model::PodIndex pod, const NodeSet& narrowed, RefusalRecord& record,
                                              Attempt& attempt);
  // True if post_filter() has freed a claim for devices since the last call.
  bool take_freed_claim() { return std::exchange(m_has_freed_claim, false); }
  UnschedulablePlugins unschedulable_plugins_of(const RefusalRecord& record);

 private:
  // A plugin at the profile's PreFilter that can refuse a pod; a null row means Coscheduling.
  struct PreFilterStep {
    std::string_view plugin;
    const Filter* row;
  };
  const std::vector<PreFilterStep>& pre_filter_steps(const model::SchedulerProfile& profile);
  // The same for PreEnqueue.
  const std::vector<const Filter*>& pre_enqueue_steps(const model::SchedulerProfile& profile);
  bool pre_filter(model::PodIndex pod, RefusalRecord& record, NodeSet& narrowed);
  RefusalRecord::Gang gang_pre_filter(model::PodIndex pod, PreFilterAnswer& answer);
  NodeSet filter(model::PodIndex pod, const NodeSet& narrowed);
  std::size_t nodes_to_find(model::PodIndex pod, const NodeSet& searched) const;
  void leave_out_for_nominated(model::PodIndex pod, NodeSet& candidates);
  std::optional<RefusalId> refusal_beside_nominated(model::PodIndex pod, model::NodeIndex node);
  Refusal refusal_beside(const std::vector<model::PodIndex>& before, model::PodIndex pod, model::NodeIndex node,
                         const Filter** by = nullptr);
  model::ResourceClaimIndex claim_to_free_for(const model::Pod& pod, const NodeSet& narrowed,
                                              const RefusalRecord& record) const;
  // `freed`: the claim to free after the chain of plugins.
  std::optional<std::string_view> run_post_filter(model::PodIndex pod, const NodeSet& narrowed, RefusalRecord& record,
                                                  Attempt& attempt, model::ResourceClaimIndex& freed);
  // Adds the text of a PostFilter plugin, if the run records reasons.
  void tell(RefusalRecord& record, std::string text) const;
  UnschedulablePlugins plugin_of(RefusalId id);
  Preemption try_preemption(model::PodIndex pod, const NodeSet& narrowed, const RefusalRecord& record);
  int class_of(model::PodIndex pod) {
    int& number = m_classes.edit(static_cast<std::size_t>(pod));
    if (number < 0) { number = m_state.feasibility.class_of(pod, *m_state.rules.profile_of(m_state.pod_at(pod))); }
    return number;
  }

  // Answers about nodes for pods of one class and priority. `said` and what follows are of the last failed attempt that
  // looked at all nodes; the next one only looks at the nodes that changed since.
  struct Kept {
    static constexpr std::uint32_t k_not_counted = 0xFFFFFFFE;
    KeptByNode<std::int32_t> beside; // RefusalId with the pods nominated there; -1: none of them comes before the pod
    KeptVictims victims;
    std::vector<RefusalId> said;           // by node; empty: no such attempt yet
    std::vector<std::int64_t> said_counts; // by RefusalId
    std::size_t changes_seen = 0, nominations_seen = 0;
    std::vector<std::uint32_t> counted;    // by node: its outcome in `sums`; empty: preemption was not tried yet
    std::vector<model::NodeIndex> changed; // since the last sum
    OutcomeSums sums;
    std::uint64_t last_used = 0;
  };
  Kept* kept_for(model::PodIndex pod);
  void bring_up_to_date(Kept& kept, model::PodIndex pod);
  void sum_up(Kept& kept, const PreemptionInput& input);

  SchedulerState& m_state;
  NodeSearch m_search;
  std::map<const model::SchedulerProfile*, std::vector<PreFilterStep>> m_pre_filter_steps;
  std::map<const model::SchedulerProfile*, std::vector<const Filter*>> m_pre_enqueue_steps;
  PagedColumn<int> m_classes;                  // by pod, -1: not computed yet
  std::vector<UnschedulablePlugins> m_plugins; // by RefusalId; 0: not asked yet
  bool m_has_freed_claim = false;
  const std::vector<RefusalId>* m_said_by_node = nullptr; // in the cycle that just failed
  std::vector<RefusalId> m_said_now;                      // the same, of an attempt whose answers are not kept
  std::map<std::pair<int, std::int32_t>, Kept> m_kept;    // by class and priority; the most recently used ones
  std::uint64_t m_kept_used = 0;
};

} // namespace engine
