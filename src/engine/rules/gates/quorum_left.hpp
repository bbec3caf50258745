// SPDX-License-Identifier: Apache-2.0
// What a group still asks of its queue before it can start, for schedulers that compare it with the queue's limits.
#pragma once

#include "engine/rules/gates/named_amounts.hpp"
#include "model/cluster/cluster_snapshot.hpp"

#include <cstdint>
#include <vector>

namespace engine {

struct QuorumLeft {
  std::vector<model::PodIndex> pending; // members that the group's own scheduler would try now
  std::int64_t missing = 0;             // of these, how many the quorum still needs; at most all
  NamedAmounts least;                   // the least that so many of them can request, without `pods`
};

QuorumLeft quorum_left(const model::ClusterSnapshot& cluster, const model::PodGroup& group);

} // namespace engine
