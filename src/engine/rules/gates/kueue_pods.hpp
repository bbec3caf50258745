// SPDX-License-Identifier: Apache-2.0
// How Kueue changes the pods of a Workload that it admits: they select the node labels of their flavors and tolerate
// what the flavors tolerate. (kueue, pkg/podset/podset.go: FromAssignment, Merge)
#pragma once

#include "model/cluster/cluster_snapshot.hpp"
#include "model/values/time.hpp"

#include <optional>

namespace engine {

// A copy of the snapshot in which Kueue has changed the pods that it would admit now; absent: it changes none.
std::optional<model::ClusterSnapshot> with_flavors_of_kueue(const model::ClusterSnapshot& cluster, model::Time now);

} // namespace engine
