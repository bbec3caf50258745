// SPDX-License-Identifier: Apache-2.0
// Kueue (kueue.x-k8s.io): who may use how much of which kind of machine, and the workloads that ask for it.
#pragma once

#include "model/cluster/node.hpp"
#include "model/cluster/pod.hpp"
#include "model/values/labels.hpp"
#include "model/values/resources.hpp"
#include "model/values/time.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace model {

// Of one resource in one flavor.
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

// Resources that are given from one flavor together; the flavors are tried in their order.
struct KueueResourceGroup {
  std::vector<std::string_view> covered;
  std::vector<KueueFlavorQuotas> flavors;
  friend auto operator<=>(const KueueResourceGroup&, const KueueResourceGroup&) = default;
};

struct ClusterQueue {
  std::string_view name;
  std::string_view cohort; // empty: none
  std::vector<KueueResourceGroup> groups;
  std::optional<Selector> namespace_selector; // absent: no namespace may use it
  bool strict_fifo = false;                   // otherwise BestEffortFIFO
  bool borrows_before_next_flavor = true;     // flavorFungibility.whenCanBorrow
  bool may_preempt = false;                   // a preemption policy other than Never
  std::string_view stop_policy;               // None, Hold, HoldAndDrain
  bool inactive = false;                      // condition Active is False
  std::vector<std::string_view> admission_checks;
  friend auto operator<=>(const ClusterQueue&, const ClusterQueue&) = default;
};

struct LocalQueue {
  std::string_view namespace_name, name, cluster_queue, stop_policy;
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
  friend auto operator<=>(const ResourceFlavor&, const ResourceFlavor&) = default;
};

// Pods of one shape in a workload.
struct KueuePodSet {
  std::string_view name;
  std::int32_t count = 1;
  std::optional<std::int32_t> min_count; // with fewer it is not admitted; absent: all of them
  const PodSpec* spec = nullptr;         // never null, shared: requests, and what says which nodes will do
  bool wants_topology = false;           // a topology that is required
  friend auto operator<=>(const KueuePodSet&, const KueuePodSet&) = default;
};

// What an admitted workload holds: so much of a resource in a flavor.
struct KueueUsage {
  std::string_view flavor, resource;
  Quantity amount;
  friend auto operator<=>(const KueueUsage&, const KueueUsage&) = default;
};

// What an admission check says of a workload.
struct KueueCheckState {
  std::string_view name, state; // Pending, Ready, Retry, Rejected
  friend auto operator<=>(const KueueCheckState&, const KueueCheckState&) = default;
};

struct KueueWorkload {
  std::string_view namespace_name, name, local_queue;
  const Owner* owner = nullptr; // whose pods it is about; null: the pods of a group of its name
  std::int32_t priority = 0;
  std::optional<Time> created, requeued; // requeued: evicted for a reason that gives it a new place in the queue
  bool active = true;
  bool finished = false, admitted = false;
  std::vector<KueuePodSet> pod_sets;
  std::string_view admitted_to;  // the ClusterQueue that has reserved its quota; empty: none
  std::vector<KueueUsage> usage; // of that
  std::vector<KueueCheckState> checks;
  std::optional<Time> requeue_at;
  std::vector<PodIndex> pods; // that it governs, by key
  friend auto operator<=>(const KueueWorkload&, const KueueWorkload&) = default;
};

} // namespace model
