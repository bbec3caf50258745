// SPDX-License-Identifier: Apache-2.0
// Workloads whose quota Kueue has reserved. It admits them once their checks are ready, and then takes gates away.
#pragma once

#include "engine/rules/gates/kueue_queues.hpp"

#include <cstddef>
#include <optional>

namespace engine {

// `index`: of the Workload in the snapshot. Absent: its pods wait for nothing of Kueue.
std::optional<KueueDecision> decision_about_reserved(const model::ClusterSnapshot& cluster, std::size_t index,
                                                     model::Time now);

} // namespace engine
