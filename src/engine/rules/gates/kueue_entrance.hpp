// SPDX-License-Identifier: Apache-2.0
// Finds the ClusterQueue of a waiting Workload, before Kueue checks quota. (kueue, queue manager; scheduler.go:
// nominate)
#pragma once

#include "model/cluster/cluster_snapshot.hpp"
#include "model/values/time.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

struct KueueEntrance {
  std::optional<std::size_t> queue;            // index of the ClusterQueue in the snapshot; absent: it stays out
  std::string_view kind, namespace_name, name; // the object that keeps it out
  std::string refusal;                         // the reason, without a full stop
  std::string undecided = {};                  // what the input lacks about its entrance, as a clause; empty: nothing
};

// The message of a condition or a check as the end of a clause: ": references missing ResourceFlavor(s): spot".
std::string tail_of(std::string_view message);

std::string joined_names(const std::vector<std::string_view>& names); // "a and b"

// True if the pod waits for nothing but Kueue.
bool is_gated_by_kueue_alone(const model::Pod& pod);

// Why Kueue takes the quota of a Workload back: "is not active (spec.active)"; empty: it does not. (kueue,
// workload_controller.go: Reconcile, reconcileMaxExecutionTime, reconcileCheckBasedEviction,
// reconcileOnLocalQueueActiveState, reconcileOnClusterQueueActiveState; jobframework/reconciler.go:
// StopReasonWorkloadDeleted)
std::string kueue_eviction(const model::ClusterSnapshot& cluster, const model::KueueWorkload& workload,
                           model::Time now);

// True if the flavor gives pods node labels or tolerations.
bool chooses_nodes(const model::ResourceFlavor& flavor);

// The flavors of quota that is reserved for a Workload, by pod set. Which set has which is not known: where they differ
// and choose nodes, `undecided` says so, as a clause.
struct ReservedFlavors {
  std::vector<std::vector<std::string_view>> flavors;
  std::string undecided;
};
ReservedFlavors reserved_flavors(const model::ClusterSnapshot& cluster, const model::KueueWorkload& workload);

// The queue that the Workload's LocalQueue leads to, whether or not it lets the Workload in; null if there is none.
const model::ClusterQueue* cluster_queue_of(const model::ClusterSnapshot& cluster,
                                            const model::KueueWorkload& workload);

KueueEntrance kueue_entrance(const model::ClusterSnapshot& cluster, const model::KueueWorkload& workload,
                             model::Time now);

} // namespace engine
