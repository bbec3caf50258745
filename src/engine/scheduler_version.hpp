// SPDX-License-Identifier: Apache-2.0
// What of kube-scheduler's own behaviour and texts depends on its version, as named facts.
#pragma once

#include <compare>
#include <string_view>

namespace engine {

struct SchedulerVersion {
  int minor = 34; // of Kubernetes 1.x
  int patch = 2;
  friend auto operator<=>(const SchedulerVersion&, const SchedulerVersion&) = default;

  // Reads "1.34.2", "v1.34.2", "1.34", "v1.33.5-gke.1"; an unreadable text gives the reference version.
  static SchedulerVersion parse(std::string_view text);

  // TaintToleration stopped naming the taint in 1.34.2.
  bool names_untolerated_taint() const { return *this < SchedulerVersion{34, 2}; }
  // NodeResourcesFit: a request above allocatable is unresolvable from 1.34 on (observed; 1.31 has it not).
  bool fit_tells_unresolvable() const { return minor >= 34; }
  // DynamicResources has a PostFilter that speaks first.
  bool dynamic_resources_post_filter() const { return minor >= 34; }
  // SchedulerPopFromBackoffQ: an idle scheduler takes pods from backoffQ early.
  bool pops_from_backoff_queue() const { return minor >= 33; }
  // Without NominatedNodeNameForExpectation (off before 1.35) a failure after the nodes were looked at takes the
  // nomination away.
  bool failure_clears_nomination() const { return minor < 35; }
  // A chosen victim that terminates already is asked to go once more, and so counts as preempted.
  bool deletes_terminating_victims() const { return minor < 35; }
  // A preemptor is kept out of the queue until its last victim goes; before, until all others have.
  bool preemptor_waits_for_last_victim() const { return minor >= 35; }
  // NodeResourcesBalancedAllocation compares the balance with the pod to that without it (read in 1.36.3).
  bool balance_counts_improvement() const { return minor >= 36; }
  // ClearingNominatedNodeNameAfterBinding: the API server takes the nomination away when the pod is bound.
  bool binding_clears_nomination() const { return minor >= 35; }
  // SchedulerQueueingHints: a bound pod wakes what Coscheduling refused.
  bool queueing_hints() const { return minor >= 32; }
  // What of a native group's status says that it was scheduled.
  std::string_view scheduled_condition() const {
    return minor >= 37 ? "PodGroupInitiallyScheduled" : "PodGroupScheduled";
  }
  // A victim that breaks one PodDisruptionBudget no longer uses up those after it (read in 1.36.3).
  bool budgets_stop_at_first_broken() const { return minor >= 36; }
  // DynamicResources: a member of a native group takes the allocation that a sibling caused in the same cycle, before
  // it is written (read in 1.36.3: PreFilter, podGroupStateData.pendingAllocations).
  bool group_reuses_pending_allocation() const { return minor >= 36; }
  // Nodes that a PreFilter plugin cut off are counted in the message (observed on 1.34, not on 1.31).
  bool counts_cut_off_nodes() const { return minor >= 32; }
};

} // namespace engine
