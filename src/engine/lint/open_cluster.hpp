// SPDX-License-Identifier: Apache-2.0
// The nodes as if they had no pods, no cordons, and no taints that come and go with a node's health. Waiting does not
// help a pod that does not fit there.
#pragma once

#include "engine/filters/filters.hpp"
#include "engine/nodes/node_table.hpp"
#include "engine/nodes/node_usage.hpp"
#include "engine/scheduler_version.hpp"
#include "model/cluster/cluster_snapshot.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <utility>

namespace engine::lint {

class OpenCluster {
 public:
  OpenCluster(const model::ClusterSnapshot& cluster, SchedulerVersion version);
  OpenCluster(const OpenCluster&) = delete; // the table refers to the nodes
  OpenCluster& operator=(const OpenCluster&) = delete;

  // The nodes that the pod's selector, affinity and tolerations allow. Valid as long as this object.
  const NodeSet& admitted(const model::Pod& pod, const model::SchedulerProfile& profile) const;
  // The admitted nodes that have enough capacity for the pod.
  const NodeSet& roomy(const model::Pod& pod, const model::SchedulerProfile& profile) const;
  // Number of pods like this one that these nodes could hold together, by their resources.
  std::int64_t places_on(const NodeSet& nodes, const model::Pod& pod, const model::SchedulerProfile& profile) const;
  // The same for the nodes of roomy().
  std::int64_t places(const model::Pod& pod, const model::SchedulerProfile& profile) const;

  const NodeTable& nodes() const { return m_table; }

 private:
  struct Answer {
    NodeSet admitted, roomy;
    std::int64_t places = 0;
  };
  const Answer& ask(const model::Pod& pod, const model::SchedulerProfile& profile) const;

  model::ClusterSnapshot m_cluster; // nodes and resources only; strings belong to the original snapshot
  NodeTable m_table;
  NodeUsage m_empty;
  SchedulerVersion m_version;
  mutable std::map<std::pair<const model::PodSpec*, const model::SchedulerProfile*>, Answer> m_answers;
};

} // namespace engine::lint
