// SPDX-License-Identifier: Apache-2.0
// Kueue's fair sharing: Workloads of a cohort take turns by the shares of their queues, and those of a queue by the
// usage of their LocalQueues, instead of by priority and time. (kueue, pkg/scheduler/fair_sharing_iterator.go,
// pkg/util/admissionfairsharing)
#pragma once

#include "engine/rules/gates/kueue_queues.hpp"

#include <vector>

namespace engine {

// Leaves decisions open that rest on the order of Workloads, where queues of their cohort have weights or count usage.
// Whether Kueue's configuration enables that is not known.
void leave_shares_open(const model::ClusterSnapshot& cluster, std::vector<KueueDecision>& decisions);

} // namespace engine
