// SPDX-License-Identifier: Apache-2.0
// Removes a pod from a snapshot, for what-if questions.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

namespace engine {

// Changes the snapshot as if the pod had failed and had never been a member of a group.
void end_pod(model::ClusterSnapshot& cluster, model::PodIndex pod);

} // namespace engine
