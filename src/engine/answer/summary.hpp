// SPDX-License-Identifier: Apache-2.0
// The summary of a report about many groups (model/report/cluster_summary.hpp).
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/kube_scheduler/queue_sort.hpp"
#include "model/report/report.hpp"

#include <vector>

namespace engine {

// A group, or a pod without a group, in the order in which the scheduler tries them first.
struct QueuePlace {
  model::QueueRef what;
  model::GroupIndex group = model::k_none;
  model::PodIndex first = model::k_none; // the pod whose turn it is
};

// `report` has either groups and pods, or a queue, with their verdicts. Only what it has counts.
model::ClusterSummary summarize(const Run& run, const std::vector<QueuePlace>& places, const QueueSort& sort,
                                const model::Report& report);

} // namespace engine
