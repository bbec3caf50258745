// SPDX-License-Identifier: Apache-2.0
// A refusal in kube-scheduler's own words, as in the pod's PodScheduled condition.
// Source: kube-scheduler framework/types.go, FitError.Error (the envelope, by version).
#pragma once

#include "engine/feasibility/feasibility.hpp"
#include "engine/scheduler_version.hpp"
#include "engine/world/timeline.hpp"
#include "model/cluster/outcome.hpp"

#include <string>
#include <vector>

namespace engine {

// The whole text. `node_count` is that of the cluster.
std::string attempt_text(const RefusalRecord& record, const std::vector<KnownRefusal>& known, std::size_t node_count,
                         const SchedulerVersion& version);

// "2 Insufficient cpu, 3 node(s) were unschedulable": the counted reasons as FitError prints them, without the dot.
std::string counted_reasons(const RefusalRecord& record, const std::vector<KnownRefusal>& known,
                            const SchedulerVersion& version);

// The reasons as data, most nodes first.
std::vector<model::ReasonCount> reason_counts(const RefusalRecord& record, const std::vector<KnownRefusal>& known,
                                              std::size_t node_count);

} // namespace engine
