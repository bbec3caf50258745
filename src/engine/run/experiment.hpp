// SPDX-License-Identifier: Apache-2.0
// A cluster ready for one or many simulations: its rules, its nodes as columns, the usage of bound pods, and the
// pending pods that the scheduler tries.
#pragma once

#include "engine/feasibility/feasibility.hpp"
#include "engine/run/simulation.hpp"
#include "engine/world/pods_at_start.hpp"

#include <memory>
#include <vector>

namespace engine {

struct Experiment {
  // `cluster` and `options` must outlive this object.
  Experiment(const model::ClusterSnapshot& cluster, const Options& options);
  // Uses existing tables: `nodes` of this cluster, and the usage of bound pods on them. `like`: of a cluster in which
  // most pods are on the same nodes.
  Experiment(const model::ClusterSnapshot& cluster, const Options& options, std::shared_ptr<const NodeTable> nodes,
             NodeUsage bound_usage, const PodsAtStart& like);
  // The same experiment with caches of its own, for another thread. The tables are shared.
  struct OwnCaches {};
  Experiment(const Experiment& other, OwnCaches);
  Experiment(const Experiment&) = delete; // `rules` refers to the cluster, `nodes` to the table
  Experiment& operator=(const Experiment&) = delete;
  ~Experiment();

  // Assumes that no gate opens in time, for a scheduler that acts now.
  void shut_gates();

  // The nodes with the bound pods only. A caller that changes it must restore it.
  Feasibility& on_bound() const;

  Timeline run() const;                             // tries all of `pending`, without a record of attempts
  Timeline run(const SimulationSetup& setup) const; // tries the setup's pending pods

  Rules rules;
  std::shared_ptr<const NodeTable> table; // never null
  const NodeTable& nodes;                 // *table
  NodeUsage bound_usage;
  PodsAtStart at_start;
  std::vector<model::PodIndex> pending; // without those that a gate keeps out; ascending

 private:
  void find_pending();
  mutable std::unique_ptr<Feasibility> m_on_bound; // at the first request
};

} // namespace engine
