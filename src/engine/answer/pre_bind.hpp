// SPDX-License-Identifier: Apache-2.0
// Work of the scheduler between its decision and the Binding, which a Binding alone does not do.
// Sources: kube-scheduler plugins/volumebinding and plugins/dynamicresources, PreBind.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

#include <string>

namespace engine {

// The reason why a Binding of the pod is not enough, as it follows the pod's name: "uses the claim data, which ...".
// Empty: it is enough.
std::string pre_bind_obstacle(const model::ClusterSnapshot& cluster, const model::Pod& pod);

} // namespace engine
