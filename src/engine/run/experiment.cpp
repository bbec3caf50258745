// SPDX-License-Identifier: Apache-2.0
#include "engine/run/experiment.hpp"

#include <utility>

namespace engine {

Experiment::Experiment(const model::ClusterSnapshot& cluster, const Options& options)
    : rules(cluster, options), table(std::make_shared<const NodeTable>(cluster)), nodes(*table),
      bound_usage(usage_of_bound_pods(cluster, nodes)), at_start(rules) {
  find_pending();
}

Experiment::Experiment(const model::ClusterSnapshot& cluster, const Options& options,
                       std::shared_ptr<const NodeTable> of_nodes, NodeUsage usage, const PodsAtStart& like)
    : rules(cluster, options, like.order_in(cluster)), table(std::move(of_nodes)), nodes(*table),
      bound_usage(std::move(usage)), at_start(rules, like) {
  bound_usage.share();
  find_pending();
}

Experiment::Experiment(const Experiment& other, OwnCaches)
    : rules(other.rules), table(other.table), nodes(*table), bound_usage(other.bound_usage), at_start(other.at_start),
      pending(other.pending) {}

Experiment::~Experiment() = default;

void Experiment::find_pending() {
  pending = pending_pods(rules.cluster);
  std::erase_if(pending, [&](model::PodIndex pod) { return rules.gates.keeps_out(pod); });
}

void Experiment::shut_gates() {
  rules.gates.hold_what_kueue_would_open();
  find_pending();
}

// Always with classes, because the solver's search and its certificate follow them.
Feasibility& Experiment::on_bound() const {
  if (!m_on_bound) { m_on_bound = std::make_unique<Feasibility>(nodes, bound_usage, rules.version); }
  return *m_on_bound;
}

Timeline Experiment::run() const { return run({pending}); }

Timeline Experiment::run(const SimulationSetup& setup) const {
  return simulate(rules, nodes, bound_usage, at_start, setup);
}

} // namespace engine
