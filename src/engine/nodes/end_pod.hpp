// SPDX-License-Identifier: Apache-2.0
// A pod that is taken out of a picture, for what-ifs.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

namespace engine {

// As if the pod were not there, and had never been a member of a group.
void end_pod(model::ClusterSnapshot& cluster, model::PodIndex pod);

} // namespace engine
