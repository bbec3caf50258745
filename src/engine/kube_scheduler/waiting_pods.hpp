// SPDX-License-Identifier: Apache-2.0
// Pods that hold a reservation and wait at Permit, in the order in which they came.
// Source: kube-scheduler runtime/waiting_pods_map.go.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace engine {

struct WaitingPod {
  model::PodIndex pod;
  model::NodeIndex node;
  model::Time deadline;
  std::int64_t seconds; // the granted wait, for the text
  std::int32_t attempt; // index in Timeline::attempts, -1 if the run records none
};

// A step of the run asks for the next deadline and for a group's count, so both are kept: a group of 10,000 members
// would else cost 10,000 looks at each of its attempts.
class WaitingPods {
 public:
  explicit WaitingPods(const model::ClusterSnapshot& cluster)
      : m_cluster(cluster), m_of_group(cluster.groups.size(), 0) {}

  void add(const WaitingPod& waiting);

  std::int32_t of_group(model::GroupIndex group) const { return m_of_group[static_cast<std::size_t>(group)]; }
  std::optional<model::Time> next_deadline() const { return m_next; }
  std::vector<WaitingPod>::const_iterator begin() const { return m_pods.begin(); }
  std::vector<WaitingPod>::const_iterator end() const { return m_pods.end(); }

  // These remove what they return. Of several pods that are due, the first that came.
  std::vector<WaitingPod> take_group(model::GroupIndex group);
  std::optional<WaitingPod> take(model::PodIndex pod);
  std::optional<WaitingPod> take_due(model::Time now);

 private:
  void leave_next(const std::vector<WaitingPod>& taken);
  std::optional<WaitingPod> take_at(std::vector<WaitingPod>::iterator place);
  model::GroupIndex group_of(const WaitingPod& waiting) const {
    return m_cluster.pods[static_cast<std::size_t>(waiting.pod)].group;
  }

  const model::ClusterSnapshot& m_cluster;
  std::vector<WaitingPod> m_pods;
  std::vector<std::int32_t> m_of_group;
  std::optional<model::Time> m_next; // the earliest deadline
};

} // namespace engine
