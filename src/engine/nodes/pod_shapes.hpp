// SPDX-License-Identifier: Apache-2.0
// Pods whose specs no filter and no score can tell apart have one shape, so that they share answers. Specs often differ
// only in what these do not read: priority, gates, or images that no node has.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

#include <functional>
#include <unordered_map>

namespace engine {

class PodShapes {
 public:
  PodShapes() = default; // each spec stands for itself
  // `images_matter`: false if ImageLocality scores 0 on every node for pods of the spec.
  PodShapes(const model::ClusterSnapshot& cluster, const std::function<bool(const model::PodSpec&)>& images_matter);

  // A spec that stands for all specs of the same shape. Specs of bound pods stand for themselves.
  const model::PodSpec* of(const model::PodSpec* spec) const {
    const auto found = m_shapes.find(spec);
    return found == m_shapes.end() ? spec : found->second;
  }

 private:
  std::unordered_map<const model::PodSpec*, const model::PodSpec*> m_shapes; // specs of pending pods
};

} // namespace engine
