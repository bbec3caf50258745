// SPDX-License-Identifier: Apache-2.0
// Pods that are nominated to a node and not placed yet. They hold capacity there, and status.nominatedNodeName names
// the node. Source: kube-scheduler backend/queue/nominator.go.
#pragma once

#include "engine/kube_scheduler/loop_detector.hpp"
#include "engine/paged_column.hpp"
#include "engine/world/world.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace engine {

// The nominator's table, by pod and by node.
class Nominations {
 public:
  using Pods = std::vector<model::PodIndex>; // ascending

  bool empty() const { return m_node.empty(); }
  // The pod's nominated node; k_none if it has none.
  model::NodeIndex node_of(model::PodIndex pod) const;
  // Pods nominated to the node. Valid until the next change.
  const Pods& on(model::NodeIndex node) const;
  const std::map<model::NodeIndex, Pods>& by_node() const { return m_pods; } // nodes with at least one nominated pod

  // Number of changes of the node so far.
  std::uint32_t changes_of(model::NodeIndex node) const {
    return static_cast<std::size_t>(node) < m_changes_of.size() ? m_changes_of[static_cast<std::size_t>(node)] : 0;
  }
  const std::vector<model::NodeIndex>& log() const { return m_log; } // the node of each change, in order

  // The pod must not be nominated yet.
  void add(model::PodIndex pod, model::NodeIndex node);
  void remove(model::PodIndex pod);

 private:
  void note_change(model::NodeIndex node);

  std::map<model::PodIndex, model::NodeIndex> m_node;
  std::map<model::NodeIndex, Pods> m_pods;
  std::vector<std::uint32_t> m_changes_of; // by node, as far as nominations reached
  std::vector<model::NodeIndex> m_log;
};

class Nominator {
 public:
  // All must outlive it. `units`: by pod, numbered as in the queue.
  Nominator(const model::ClusterSnapshot& cluster, const PagedColumn<std::int32_t>& units, World& world,
            LoopDetector& loop_detector)
      : m_cluster(cluster), m_units(units), m_world(world), m_loop_detector(loop_detector) {}

  const Nominations& all() const { return m_nominations; }
  // Other pods nominated to the node with at least the pod's priority.
  std::vector<model::PodIndex> before(model::PodIndex pod, model::NodeIndex node) const;

  // k_none clears the nomination.
  void nominate(model::PodIndex pod, model::NodeIndex node);
  // The nomination no longer holds capacity; status.nominatedNodeName keeps its value.
  void forget(model::PodIndex pod);
  // Clears the nominations of pods with lower priority, because they may no longer fit. (getLowerPriorityNominatedPods)
  void take_from(model::NodeIndex node, std::int32_t priority);

 private:
  const model::Pod& pod_at(model::PodIndex pod) const { return m_cluster.pods[static_cast<std::size_t>(pod)]; }
  std::int32_t unit_of(model::PodIndex pod) const { return m_units[static_cast<std::size_t>(pod)]; }

  const model::ClusterSnapshot& m_cluster;
  const PagedColumn<std::int32_t>& m_units;
  World& m_world;
  LoopDetector& m_loop_detector;
  Nominations m_nominations;
};

} // namespace engine
