// SPDX-License-Identifier: Apache-2.0
// Workloads that a ClusterQueue counts in its status and that the input does not hold: those of other namespaces, or
// all of them.
#pragma once

#include "engine/rules/gates/kueue_preemption.hpp"
#include "engine/rules/gates/kueue_queues.hpp"
#include "engine/rules/gates/kueue_quota.hpp"

#include <vector>

namespace engine {

// Leaves the decisions about fitting Workloads open that such Workloads may decide: by the quota that they hold, or by
// their place in a StrictFIFO queue. `quota`: what the Workloads of the input leave at the end.
void leave_open_beside_unseen(const std::vector<Fitting>& all_fitting, const model::ClusterSnapshot& cluster,
                              const QuotaTree& quota, std::vector<KueueDecision>& decisions);

} // namespace engine
