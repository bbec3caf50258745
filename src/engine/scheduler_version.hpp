// SPDX-License-Identifier: Apache-2.0
// Behaviour and messages of kube-scheduler that depend on its version, as named facts.
#pragma once

#include <compare>
#include <cstdint>
#include <string_view>

namespace engine {

struct SchedulerVersion {
  int minor = 34; // of Kubernetes 1.x
  int patch = 2;
  friend auto operator<=>(const SchedulerVersion&, const SchedulerVersion&) = default;

  // Reads "1.34.2", "v1.34.2", "1.34", "v1.33.5-gke.1"; returns the reference version if the text is unreadable.
  static SchedulerVersion parse(std::string_view text);

  // TaintToleration stopped naming the taint in 1.34.2.
  bool names_untolerated_taint() const { return *this < SchedulerVersion{34, 2}; }
  // NodeResourcesFit: a request above allocatable is unresolvable from 1.34 on (observed; not so in 1.31).
  bool fit_tells_unresolvable() const { return minor >= 34; }
  // DynamicResources has a PostFilter, whose message comes first.
  bool dynamic_resources_post_filter() const { return minor >= 34; }
  // SchedulerPopFromBackoffQ: an idle scheduler takes pods from backoffQ early.
  bool pops_from_backoff_queue() const { return minor >= 33; }
  // Without NominatedNodeNameForExpectation (off before 1.35), a failure after the check of the nodes clears the
  // nomination.
  bool failure_clears_nomination() const { return minor < 35; }
  // Preemption deletes a chosen victim again even if it already terminates, so the victim counts as preempted.
  bool deletes_terminating_victims() const { return minor < 35; }
  // Preemption keeps the preemptor out of the queue until it has deleted the last victim; before 1.35, all but the
  // last.
  bool preemptor_waits_for_last_victim() const { return minor >= 35; }
  // NodeResourcesBalancedAllocation compares the balance with the pod to that without it (read in 1.36.3).
  bool balance_counts_improvement() const { return minor >= 36; }
  // ClearingNominatedNodeNameAfterBinding: the API server clears the nomination when it binds the pod.
  bool binding_clears_nomination() const { return minor >= 35; }
  // Every event moves all rejected pods to the queue; since 1.22, plugins register the events that concern them.
  bool every_event_wakes() const { return minor <= 21; }
  // A reservation that ends without a bound pod is a PodDelete event. (bindingCycle, after ForgetPod)
  bool release_wakes() const { return minor >= 23; }
  // Pods that no event has moved return to the queue after this time. (flushUnschedulablePodsLeftover; 60 s up to 1.23)
  std::int64_t flush_seconds() const { return minor <= 23 ? 60 : 300; }
  // SchedulerQueueingHints: a bound pod wakes pods that Coscheduling rejected.
  bool queueing_hints() const { return minor >= 32; }
  // InterPodAffinity: the pod's own terms match every namespace that their namespaceSelector would match without
  // labels, such as with NotIn or DoesNotExist. (mergeAffinityTermNamespacesIfNotEmpty changes a copy)
  bool own_terms_match_without_namespace_labels() const { return minor >= 34 && minor <= 36; }
  // InterPodAffinity: PreFilter returns Skip if no placed pod and no term of the pod matters. (read in 1.26 and 1.27)
  bool inter_pod_affinity_skips() const { return minor >= 27; }
  // The end of a nomination wakes pods of the same or lower priority. (getLEPriorityPreCheck)
  bool lost_nomination_wakes_others() const { return minor >= 33; }
  // So does the binding of a nominated pod. (deletePodFromSchedulingQueue; `inBinding` ends that in 1.35)
  bool binding_of_nominated_wakes_others() const { return minor == 33 || minor == 34; }
  // InterPodAffinity: the end of a pod wakes those that its own anti-affinity kept away. (isSchedulableAfterPodChange,
  // read in 1.35.0 and 1.36.3)
  bool anti_affinity_of_ended_pod_wakes() const { return minor >= 36; }
  // Condition type that reports a native group as scheduled.
  std::string_view scheduled_condition() const {
    return minor >= 37 ? "PodGroupInitiallyScheduled" : "PodGroupScheduled";
  }
  // A victim that breaks one PodDisruptionBudget no longer uses up the budgets after it (read in 1.36.3).
  bool budgets_stop_at_first_broken() const { return minor >= 36; }
  // DynamicResources: a member of a native group uses the allocation that a sibling caused in the same cycle, before
  // the API server stores it (read in 1.36.3: PreFilter, podGroupStateData.pendingAllocations).
  bool group_reuses_pending_allocation() const { return minor >= 36; }
  // DynamicResources stores the time of an allocation with each reservation (DRADeviceBindingConditions, on
  // since 1.36).
  bool reservation_sets_allocation_time() const { return minor >= 36; }
  // The message counts nodes that a PreFilter plugin excluded (observed on 1.34, not on 1.31).
  bool counts_cut_off_nodes() const { return minor >= 32; }
};

// DynamicResources scores nodes by the alternatives of requests that they serve. (kubernetes#134711)
inline bool dynamic_resources_scores(const SchedulerVersion& version) { return version.minor >= 35; }

} // namespace engine
