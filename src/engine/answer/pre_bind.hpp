// SPDX-License-Identifier: Apache-2.0
// What the scheduler does for a pod between its decision and the Binding, and a Binding alone does not.
// Sources: kube-scheduler plugins/volumebinding and plugins/dynamicresources, PreBind.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

#include <string>

namespace engine {

// Why a Binding of the pod would not be enough, as it follows the pod's name: "needs its claim data to be bound first";
// empty: it would.
std::string pre_bind_obstacle(const model::ClusterSnapshot& cluster, const model::Pod& pod);

} // namespace engine
