// SPDX-License-Identifier: Apache-2.0
// What a group still asks of its queue before it can start, for schedulers that compare it with the queue's limits.
#pragma once

#include "engine/rules/gates.hpp"
#include "engine/rules/gates/named_amounts.hpp"
#include "model/cluster/cluster_snapshot.hpp"

#include <cstdint>
#include <vector>

namespace engine {

struct QuorumLeft {
  std::vector<model::PodIndex> pending; // members that the group's own scheduler would try now
  std::int64_t missing = 0;             // of these, how many the quorum still needs; at most all
  NamedAmounts least;                   // the least that so many of them can request, without `pods`
  NamedAmounts all;                     // what all of them request
};

QuorumLeft quorum_left(const model::ClusterSnapshot& cluster, const model::PodGroup& group);

// Holds back pending members that the queues do not take beside the others of the group. Call it if the queues take the
// quorum. `queues` has the limits for what all members request; `named_by` names requests as the queues do.
void hold_surplus(const model::ClusterSnapshot& cluster, const QuorumLeft& quorum,
                  const std::vector<model::GateReport>& queues, NamedAmounts (*named_by)(const NamedAmounts&),
                  Gates& gates);

} // namespace engine
