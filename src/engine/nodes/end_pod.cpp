// SPDX-License-Identifier: Apache-2.0
#include "engine/nodes/end_pod.hpp"

#include "engine/index.hpp"

namespace engine {

void end_pod(model::ClusterSnapshot& cluster, model::PodIndex index) {
  model::Pod& pod = cluster.pods[at(index)];
  if (pod.group != model::k_none) {
    model::PodGroup& group = cluster.groups[at(pod.group)];
    std::erase(group.members, index);
    for (model::SubGroup& part : group.sub_groups) { std::erase(part.members, index); }
  }
  pod.phase = model::PodPhase::Failed;
  pod.node_name = {};
  cluster.set_node(index, model::k_none);
  pod.group = model::k_none;
}

} // namespace engine
