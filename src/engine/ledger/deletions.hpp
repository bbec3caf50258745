// SPDX-License-Identifier: Apache-2.0
// Deletions of pods that exist, and the objects whose controllers delete them.
#pragma once

#include "engine/ledger/entries.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// Who deletes a pod, and why.
struct Deletion {
  model::Authority authority;
  std::string because, object;
  bool is_sure = true; // false: the pod may remain
};

// The deletion of a pod that has neither ended nor is being deleted; a sure one before others. nullopt: none.
std::optional<Deletion> deletion_of(const LedgerInput& input, model::PodIndex index);

// The pod for which the scheduler preempts a bound one in the run; k_none: it does not. Among equal candidates the
// scheduler chooses victims by chance, so another pod may be preempted.
model::PodIndex preemptor_of(const LedgerInput& input, model::PodIndex index);
// "the scheduler may preempt pod ml/a-0 and 1 more for pod ml/b-0", of pods that have a preemptor.
Deletion preemption_of(const LedgerInput& input, const std::vector<model::PodIndex>& pods);

// "Job ml/train"
std::string object_text(const model::WorkloadObject& object);

// The objects of the input that own the pod: its controller and those above, such as a ReplicaSet and its Deployment.
std::vector<const model::WorkloadObject*> objects_above(const LedgerInput& input, const model::Pod& pod);

// Pods of the controller that have neither ended nor are being deleted.
std::int32_t live_pods_of(const LedgerInput& input, const model::WorkloadObject& object);

// Number of unfinished pods that the object wants now; 0 if unknown.
std::int32_t wanted_pods_of(const LedgerInput& input, const model::WorkloadObject& object);

// True if the pod is beyond the replicas of its StatefulSet.
bool is_condemned(const LedgerInput& input, const model::Pod& pod);

// Says that the controller has more pods than it wants; empty: it has not.
std::string text_of_surplus(const LedgerInput& input, const model::WorkloadObject& object);

std::vector<const model::WorkloadObject*> workloads_by_name(const model::ClusterSnapshot& cluster);
std::vector<std::string_view> leaving_namespaces(const model::ClusterSnapshot& cluster);
// Pods that own pods, or objects with pods; by namespace and name.
std::vector<model::PodIndex> owner_pods(const model::ClusterSnapshot& cluster);
LivePods live_pods(const model::ClusterSnapshot& cluster, const std::vector<const model::WorkloadObject*>& workloads);
KueueEvictions evictions_by_kueue(const model::ClusterSnapshot& cluster, model::Time now);

} // namespace engine
