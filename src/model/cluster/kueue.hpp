// SPDX-License-Identifier: Apache-2.0
// Kueue (kueue.x-k8s.io): quotas for kinds of nodes, and the workloads that ask for them.
#pragma once

#include "model/cluster/node.hpp"
#include "model/cluster/pod.hpp"
#include "model/values/labels.hpp"
#include "model/values/resources.hpp"
#include "model/values/time.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace model {

// The quota of one resource in one flavor.
struct KueueQuota {
  std::string_view resource;
  Quantity nominal;
  std::optional<Quantity> borrowing_limit; // beyond nominal, from the cohort; absent: no limit
  std::optional<Quantity> lending_limit;   // of nominal, to the cohort; absent: all of it
  friend auto operator<=>(const KueueQuota&, const KueueQuota&) = default;
};

struct KueueFlavorQuotas {
  std::string_view flavor;
  std::vector<KueueQuota> quotas;
  friend auto operator<=>(const KueueFlavorQuotas&, const KueueFlavorQuotas&) = default;
};

// Resources that come from one flavor together. Kueue tries the flavors in order.
struct KueueResourceGroup {
  std::vector<std::string_view> covered;
  std::vector<KueueFlavorQuotas> flavors;
  friend auto operator<=>(const KueueResourceGroup&, const KueueResourceGroup&) = default;
};

// An amount of a resource in a flavor that workloads use.
struct KueueUsage {
  std::string_view flavor, resource;
  Quantity amount;
  friend auto operator<=>(const KueueUsage&, const KueueUsage&) = default;
};

struct ClusterQueue {
  std::string_view name;
  std::string_view cohort; // empty: none
  std::vector<KueueResourceGroup> groups;
  std::optional<Selector> namespace_selector; // absent: no namespace may use it
  bool strict_fifo = false;                   // otherwise BestEffortFIFO
  bool borrows_before_next_flavor = true;     // flavorFungibility.whenCanBorrow
  bool preempts_before_next_flavor = false;   // flavorFungibility.whenCanPreempt
  bool may_preempt = false;                   // a preemption policy other than Never
  bool reclaims_always = false;               // preemption.reclaimWithinCohort: Any
  bool reclaims_lower = false;                // the same: LowerPriority
  bool preempts_lower = false;                // preemption.withinClusterQueue: LowerPriority, LowerOrNewerEqualPriority
  bool preempts_newer = false;                // the same: LowerOrNewerEqualPriority
  bool has_share = false;                     // fairSharing.weight, or admissionScope, by which LocalQueues take turns
  std::string_view stop_policy;               // None, Hold, HoldAndDrain
  bool inactive = false;                      // condition Active is False, or it is being deleted
  bool active = false;                        // condition Active is True
  std::string_view inactive_because;          // the message of the condition
  std::vector<std::string_view> admission_checks;
  std::vector<std::pair<std::string_view, std::string_view>> checks_of_flavors = {}; // onFlavors: check, flavor
  std::vector<KueueUsage> reserved = {};                                             // status.flavorsReservation
  std::int32_t pending = 0;                                                          // status.pendingWorkloads
  friend auto operator<=>(const ClusterQueue&, const ClusterQueue&) = default;
};

struct LocalQueue {
  std::string_view namespace_name, name, cluster_queue, stop_policy;
  bool terminating = false; // being deleted
  friend auto operator<=>(const LocalQueue&, const LocalQueue&) = default;
};

struct Cohort {
  std::string_view name, parent; // parent empty: none
  std::vector<KueueResourceGroup> groups;
  friend auto operator<=>(const Cohort&, const Cohort&) = default;
};

struct ResourceFlavor {
  std::string_view name;
  Labels node_labels;
  std::vector<Taint> node_taints;
  std::vector<Toleration> tolerations;
  std::string_view topology; // topologyName; empty: none
  friend auto operator<=>(const ResourceFlavor&, const ResourceFlavor&) = default;
};

// Levels of nodes for Topology Aware Scheduling, the widest first.
struct KueueTopology {
  std::string_view name;
  std::vector<std::string_view> levels; // label keys of nodes
  friend auto operator<=>(const KueueTopology&, const KueueTopology&) = default;
};

// Kueue's own configuration (config.kueue.x-k8s.io), from the ConfigMap of its manager.
struct KueueConfiguration {
  std::string_view name;                    // of the ConfigMap
  bool manages_all = false;                 // manageJobsWithoutQueueName
  std::vector<std::string_view> frameworks; // integrations.frameworks: "batch/job"
  std::optional<Selector> namespaces;       // managedJobsNamespaceSelector; absent: all but kube-system and Kueue's own
  bool blocks_admission = false;            // waitForPodsReady with blockAdmission
  std::vector<std::string_view> excluded;   // resources.excludeResourcePrefixes: quota does not count such resources
  std::vector<std::string_view> transformed; // resources.transformations: resources that count as others
  bool passes_uncovered = false;             // resources.quotaCheckStrategy: IgnoreUndeclared
  bool shares_fairly = false;                // fairSharing: cohorts are shared by weights, which are 1 unless set
  friend auto operator<=>(const KueueConfiguration&, const KueueConfiguration&) = default;
};

// Equal pods of a workload.
struct KueuePodSet {
  std::string_view name;
  std::int32_t count = 1;
  std::optional<std::int32_t> min_count; // the least number to admit; absent: all of them
  const PodSpec* spec = nullptr;         // never null, shared: requests and constraints on nodes
  bool wants_topology = false;           // requests a topology: required, preferred or unconstrained
  std::vector<PodIndex> pods = {};       // of a manifest, by key; of existing pods, the set is not known
  friend auto operator<=>(const KueuePodSet&, const KueuePodSet&) = default;
};

// How far Kueue is with the choice of nodes for an admitted workload. (Topology Aware Scheduling)
enum class TopologyChoice : std::uint8_t { None, Pending, Made };

// State of an admission check for a workload.
struct KueueCheckState {
  std::string_view name, state; // Pending, Ready, Retry, Rejected
  std::string_view message = {};
  bool places_pods = false; // podSetUpdates: it adds a nodeSelector or tolerations to the pods
  friend auto operator<=>(const KueueCheckState&, const KueueCheckState&) = default;
};

struct KueueWorkload {
  std::string_view namespace_name, name, local_queue;
  const Owner* owner = nullptr; // owner of its pods; null: the pods of a group with its name
  std::int32_t priority = 0;
  bool from_manifest = false;            // made after all others
  std::optional<Time> created, requeued; // requeued: evicted for a reason that gives it a new turn in the queue
  bool active = true;
  bool finished = false, admitted = false;
  bool evicted = false;           // condition Evicted
  std::optional<bool> pods_ready; // condition PodsReady; absent: Kueue does not wait for pods, or has not looked
  std::string_view waits_because; // message of condition QuotaReserved, if it is False
  std::optional<std::string_view> not_requeued; // message of condition Requeued, if it is False
  std::vector<KueuePodSet> pod_sets;
  std::string_view admitted_to;                   // the ClusterQueue that has reserved its quota; empty: none
  std::vector<KueueUsage> usage;                  // of that quota
  TopologyChoice topology = TopologyChoice::None; // of a pod set of that admission
  std::vector<KueueCheckState> checks;
  std::optional<Time> requeue_at;
  std::string_view perhaps;      // of a manifest: why Kueue may not make it at all, as a clause; empty: it does
  std::vector<PodIndex> pods;    // pods that it governs, by key
  bool terminating = false;      // being deleted
  std::optional<Time> ends = {}; // when its maximumExecutionTimeSeconds are over; absent: no limit, or not admitted
  friend auto operator<=>(const KueueWorkload&, const KueueWorkload&) = default;
};

} // namespace model
