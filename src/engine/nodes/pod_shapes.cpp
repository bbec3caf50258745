// SPDX-License-Identifier: Apache-2.0
#include "engine/nodes/pod_shapes.hpp"

#include <map>

namespace engine {

namespace {

// A copy of the spec without the fields that filters and scores do not read. New fields count as read.
model::PodSpec read_part(const model::PodSpec& spec, bool images_matter) {
  model::PodSpec part = spec;
  part.scheduler_name = {}; // the profile stands for it
  part.priority = 0;
  part.never_preempts = false;
  part.scheduling_gates.clear();
  if (!images_matter) {
    part.images.clear();
    part.container_count = 0;
  }
  return part;
}

} // namespace

PodShapes::PodShapes(const model::ClusterSnapshot& cluster,
                     const std::function<bool(const model::PodSpec&)>& images_matter) {
  std::map<model::PodSpec, const model::PodSpec*> first;
  for (const model::Pod& pod : cluster.pods) {
    if (pod.pending == nullptr || m_shapes.contains(pod.spec)) { continue; }
    const auto [shape, is_new] = first.try_emplace(read_part(*pod.spec, images_matter(*pod.spec)), pod.spec);
    m_shapes.emplace(pod.spec, shape->second);
  }
}

} // namespace engine
