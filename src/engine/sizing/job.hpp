// SPDX-License-Identifier: Apache-2.0
// The objects of a manifest, as sizing sees them.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace engine {

struct Job {
  std::vector<model::PodIndex> pods; // live ones, ascending
  std::vector<model::GroupIndex> groups;
};

Job job_of(const model::ClusterSnapshot& cluster);

// Number of pods that must be placed: the quorums of the groups, and every pod without a group.
std::int64_t needed_pods(const model::ClusterSnapshot& cluster, const Job& job);

// True if any pod has claims for volumes or devices, which free capacity alone does not describe.
bool has_claims(const model::ClusterSnapshot& cluster, const Job& job);

// True if a new pod names its node (spec.nodeName), so that no scheduler sees it.
bool names_nodes(const model::ClusterSnapshot& cluster);

// The highest priority of pods that may preempt; INT32_MIN if none may.
std::int32_t preempting_priority(const model::ClusterSnapshot& cluster, const Job& job);

// True if Kueue admits pods of the job.
bool is_queued(const model::ClusterSnapshot& cluster, const Job& job);

// What may change the number of `fit` such jobs and is counted for the first one alone: quotas on numbers of objects,
// claims that each of them would have, flavors of Kueue that they may get.
std::vector<std::string> not_counted(const model::ClusterSnapshot& cluster, const Job& job, std::int64_t fit);

} // namespace engine
