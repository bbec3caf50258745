// SPDX-License-Identifier: Apache-2.0
// The nodes as they would be with no pod on them and all of them open: cordons lifted, and without the taints that come
// and go with a node's health. What does not fit there is no matter of waiting.
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

  // The nodes that the pod's selector, affinity and tolerations admit. Valid as long as this object.
  const NodeSet& admitted(const model::Pod& pod, const model::SchedulerProfile& profile) const;
  // Of those, the ones that could hold it.
  const NodeSet& roomy(const model::Pod& pod, const model::SchedulerProfile& profile) const;
  // How many pods like it these nodes could hold together, by their resources.
  std::int64_t places_on(const NodeSet& nodes, const model::Pod& pod, const model::SchedulerProfile& profile) const;
  // The same on the roomy ones.
  std::int64_t places(const model::Pod& pod, const model::SchedulerProfile& profile) const;

  const NodeTable& nodes() const { return m_table; }

 private:
  struct Answer {
    NodeSet admitted, roomy;
    std::int64_t places = 0;
  };
  const Answer& ask(const model::Pod& pod, const model::SchedulerProfile& profile) const;

  model::ClusterSnapshot m_cluster; // nodes and resources only; texts are those of the picture
  NodeTable m_table;
  NodeUsage m_empty;
  SchedulerVersion m_version;
  mutable std::map<std::pair<const model::PodSpec*, const model::SchedulerProfile*>, Answer> m_answers;
};

} // namespace engine::lint
