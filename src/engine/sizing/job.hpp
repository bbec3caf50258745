// SPDX-License-Identifier: Apache-2.0
// What a manifest makes, as the questions about its size see it.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

#include <cstdint>
#include <vector>

namespace engine {

struct Job {
  std::vector<model::PodIndex> pods; // live ones, ascending
  std::vector<model::GroupIndex> groups;
};

Job job_of(const model::ClusterSnapshot& cluster);

// How many of its pods must have a place: the quorums of its groups, and every pod without one.
std::int64_t needed_pods(const model::ClusterSnapshot& cluster, const Job& job);

// Whether any of its pods has claims for volumes or devices: those are not told apart by what is free.
bool has_claims(const model::ClusterSnapshot& cluster, const Job& job);

// The highest priority of pods that may preempt; INT32_MIN where none may.
std::int32_t preempting_priority(const model::ClusterSnapshot& cluster, const Job& job);

} // namespace engine
