// SPDX-License-Identifier: Apache-2.0
// The pods that are nominated to nodes and not placed yet: they hold capacity there, and status.nominatedNodeName says
// so. Source: kube-scheduler backend/queue/nominator.go.
#pragma once

#include "engine/kube_scheduler/loop_detector.hpp"
#include "engine/kube_scheduler/nominations.hpp"
#include "engine/world/world.hpp"

#include <cstdint>
#include <vector>

namespace engine {

class Nominator {
 public:
  // All must outlive it. `units`: by pod, as the queue numbers them.
  Nominator(const model::ClusterSnapshot& cluster, const std::vector<std::int32_t>& units, World& world,
            LoopDetector& loop_detector)
      : m_cluster(cluster), m_units(units), m_world(world), m_loop_detector(loop_detector) {}

  const Nominations& all() const { return m_nominations; }
  // The others that are nominated to the node and of at least the pod's priority.
  std::vector<model::PodIndex> before(model::PodIndex pod, model::NodeIndex node) const;

  // k_none: to no node any more.
  void nominate(model::PodIndex pod, model::NodeIndex node);
  // The nomination holds no capacity any more; status.nominatedNodeName stays as it is.
  void forget(model::PodIndex pod);
  // Pods of lower priority may not fit there any more: they look for another place. (getLowerPriorityNominatedPods)
  void take_from(model::NodeIndex node, std::int32_t priority);

 private:
  const model::Pod& pod_at(model::PodIndex pod) const { return m_cluster.pods[static_cast<std::size_t>(pod)]; }
  std::int32_t unit_of(model::PodIndex pod) const { return m_units[static_cast<std::size_t>(pod)]; }

  const model::ClusterSnapshot& m_cluster;
  const std::vector<std::int32_t>& m_units;
  World& m_world;
  LoopDetector& m_loop_detector;
  Nominations m_nominations;
};

} // namespace engine
