// SPDX-License-Identifier: Apache-2.0
// A cluster that is ready to be simulated, once or many times: its rules, its nodes as columns, the usage of bound
// pods, and the pending pods that the scheduler tries.
#pragma once

#include "engine/run/simulation.hpp"

#include <memory>
#include <vector>

namespace engine {

struct Experiment {
  // `cluster` and `options` must outlive it.
  Experiment(const model::ClusterSnapshot& cluster, const Options& options);
  // With tables that are there already: `nodes` of this cluster, and what bound pods take on them.
  Experiment(const model::ClusterSnapshot& cluster, const Options& options, std::shared_ptr<const NodeTable> nodes,
             NodeUsage bound_usage);
  Experiment(const Experiment&) = delete; // `rules` refers to the cluster, `nodes` to the table
  Experiment& operator=(const Experiment&) = delete;
  ~Experiment();

  // As if no gate opened in time: for a scheduler that acts now.
  void shut_gates();

  Timeline run() const;                             // of all that is pending, without a record of attempts
  Timeline run(const SimulationSetup& setup) const; // of the setup's pending pods

  Rules rules;
  std::shared_ptr<const NodeTable> table; // never null
  const NodeTable& nodes;                 // it
  NodeUsage bound_usage;
  std::vector<model::PodIndex> pending; // without those that a gate keeps out; ascending

 private:
  void find_pending();
};

} // namespace engine
