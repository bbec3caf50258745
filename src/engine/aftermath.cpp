// SPDX-License-Identifier: Apache-2.0
#include "engine/aftermath.hpp"

#include "engine/end_pod.hpp"
#include "engine/index.hpp"
#include "engine/losers.hpp"

#include <algorithm>
#include <set>

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

// The API server writes nominations into the status.
void write_nomination(model::ClusterSnapshot& cluster, model::Pod& pod, model::NodeIndex node) {
  model::PendingStatus status = pod.pending != nullptr ? *pod.pending : model::PendingStatus();
  const std::string_view name = node == model::k_none ? std::string_view() : cluster.nodes[at(node)].name;
  if (status.nominated_node == name) { return; }
  status.nominated_node = name;
  pod.pending = &cluster.pending_statuses.emplace_back(status);
}

model::ClusterSnapshot cluster_after(const Run& run) {
  model::ClusterSnapshot cluster = model::ClusterSnapshot::copy_of(run.rules.cluster);
  for (const PodIndex index : run.pending) {
    const PodOutcome& outcome = run.timeline.pods[at(index)];
    model::Pod& pod = cluster.pods[at(index)];
    if (outcome.outcome == Outcome::Bound) {
      pod.node = outcome.node;
      pod.node_name = cluster.nodes[at(outcome.node)].name;
      pod.pending = nullptr;
      pod.started = run.rules.options.now;
    } else {
      write_nomination(cluster, pod, outcome.nominated);
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

// Claims that the run met stay so.
NodeUsage usage_of(const model::ClusterSnapshot& cluster, const NodeTable& nodes, const NodeUsage& at_end) {
  NodeUsage usage = usage_of_bound_pods(cluster, nodes);
  usage.storage() = at_end.storage();
  usage.devices() = at_end.devices();
  usage.storage().forget_reserved();
  usage.devices().forget_reserved();
  return usage;
}

std::vector<PodIndex> tried(const Rules& rules) {
  std::vector<PodIndex> pending = pending_pods(rules.cluster);
  std::erase_if(pending, [&](PodIndex pod) { return rules.gates.keeps_out(pod); });
  return pending;
}

} // namespace

struct Aftermath::Rest {
  explicit Rest(const Run& before)
      : cluster(cluster_after(before)), rules(cluster, before.rules.options), nodes(cluster),
        usage(usage_of(cluster, nodes, before.timeline.usage_at_end)), pending(tried(rules)),
        timeline(simulate(rules, nodes, usage, {pending})), run{rules, nodes, usage, pending, timeline} {}
  model::ClusterSnapshot cluster;
  Rules rules;
  NodeTable nodes;
  NodeUsage usage;
  std::vector<PodIndex> pending;
  Timeline timeline;
  Run run;
};

Aftermath::Aftermath(const Run& run) : m_run(run) {
  if (changes_something(run)) { m_rest = std::make_unique<Rest>(run); }
}

Aftermath::~Aftermath() = default;

const Run& Aftermath::run() const { return m_rest ? m_rest->run : m_run; }

} // namespace engine
