// SPDX-License-Identifier: Apache-2.0
#include "engine/remedies/aftermath.hpp"

#include "engine/index.hpp"
#include "engine/nodes/end_pod.hpp"
#include "engine/remedies/losers.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace engine {

namespace {

using model::Outcome;
using model::PodIndex;

bool has_gone(const Run& run, PodIndex victim) {
  const model::Pod& pod = run.rules.cluster.pods[at(victim)];
  const Outcome outcome = run.timeline.pods[at(victim)].outcome;
  // A victim that only held a reservation is pending again.
  return pod.bound() ? outcome != Outcome::AlreadyBound : outcome == Outcome::NotAttempted;
}

// The API server stores a nomination in the pod's status.
void write_nomination(model::ClusterSnapshot& cluster, PodIndex pod, model::NodeIndex node) {
  const model::PendingStatus* const before = std::as_const(cluster.pods)[at(pod)].pending;
  model::PendingStatus status = before != nullptr ? *before : model::PendingStatus();
  const std::string_view name = node == model::k_none ? std::string_view() : cluster.nodes[at(node)].name;
  if (status.nominated_node == name) { return; }
  status.nominated_node = name;
  cluster.pods[at(pod)].pending = &cluster.pending_statuses.emplace_back(status);
}

model::ClusterSnapshot cluster_after(const Run& run) {
  model::ClusterSnapshot cluster = model::ClusterSnapshot::copy_of(run.rules.cluster);
  for (const PodIndex index : run.pending) {
    const PodOutcome& outcome = run.timeline.pods[at(index)];
    if (outcome.outcome == Outcome::Bound) {
      model::Pod& pod = cluster.pods[at(index)];
      cluster.set_node(index, outcome.node);
      pod.node_name = cluster.nodes[at(outcome.node)].name;
      pod.pending = nullptr;
      pod.started = run.rules.options.now;
    } else {
      write_nomination(cluster, index, outcome.nominated);
    }
  }
  for (const PodIndex victim : victims_of(run.timeline)) {
    if (has_gone(run, victim)) {
      end_pod(cluster, victim);
    } else if (cluster.pods[at(victim)].bound()) {
      cluster.pods[at(victim)].terminating = true;
    }
  }
  return cluster;
}

bool changes_something(const Run& run) {
  return !victims_of(run.timeline).empty() || std::ranges::any_of(run.pending, [&](PodIndex pod) {
    return run.timeline.pods[at(pod)].outcome == Outcome::Bound;
  });
}

// The run may have reserved claims for pods that it did not bind; these claims become free again.
NodeUsage usage_after(const model::ClusterSnapshot& cluster, const NodeTable& nodes, const Run& run) {
  NodeUsage usage = usage_of_bound_pods(cluster, nodes, run.timeline.usage_at_end);
  usage.storage().forget_reserved();
  usage.devices().forget_reserved();
  return usage;
}

} // namespace

struct Aftermath::Rest {
  Rest(const Run& before, Then then)
      : cluster(cluster_after(before)), table(std::make_shared<const NodeTable>(cluster)),
        experiment(cluster, before.rules.options, table, usage_after(cluster, *table, before),
                   before.experiment.at_start),
        timeline(then == Then::Run ? experiment.run() : Timeline(experiment.bound_usage)), run(experiment, timeline) {}
  model::ClusterSnapshot cluster;
  std::shared_ptr<const NodeTable> table;
  Experiment experiment;
  Timeline timeline;
  Run run;
};

Aftermath::Aftermath(const Run& run, Then then) : m_run(run) {
  if (changes_something(run)) { m_rest = std::make_unique<Rest>(run, then); }
}

Aftermath::~Aftermath() = default;

const Run& Aftermath::run() const { return m_rest ? m_rest->run : m_run; }

} // namespace engine
