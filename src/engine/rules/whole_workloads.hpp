// SPDX-License-Identifier: Apache-2.0
// Workloads that make no progress with only some of their pods.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

#include <map>
#include <set>
#include <string_view>
#include <tuple>

namespace engine {

// The topmost owner of pods: the TrainJob of the JobSet of their Job.
class WholeWorkloads {
 public:
  explicit WholeWorkloads(const model::ClusterSnapshot& cluster);

  // True if the pod's workload starts its work only when all its pods run: mpirun starts a process on each host of its
  // list, and the process groups of torch, JAX, Paddle, XGBoost and TensorFlow wait for all ranks.
  bool needs_all_pods(const model::Pod& pod) const;

  // True if pods of the same workload or group are pending that it needs. Such a pod runs until they start, so waiting
  // for its end is in vain.
  bool is_incomplete(const model::Pod& pod) const;

  using Name = std::tuple<std::string_view, std::string_view, std::string_view>; // kind, namespace, name
  Name top_owner(const model::Pod& pod) const;

 private:
  std::map<Name, const model::Owner*> m_owners; // of workloads that have one
  std::set<Name> m_with_pending;                // workloads that need all pods
  std::set<model::GroupIndex> m_without_quorum; // groups with pending members and too few bound ones
};

} // namespace engine
