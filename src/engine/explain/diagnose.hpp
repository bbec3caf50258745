// SPDX-License-Identifier: Apache-2.0
// Derives the answer from the timeline: verdict, cause and evidence of one group, and the outcome of each pod.
#pragma once

#include "engine/rules/rules.hpp"
#include "engine/run/experiment.hpp"
#include "engine/world/timeline.hpp"
#include "model/report/report.hpp"

#include <string_view>
#include <vector>

namespace engine {

// Everything that a diagnosis reads: an experiment, and a run of it with all pending pods.
struct Run {
  Run(const Experiment& of, const Timeline& what_came)
      : experiment(of), rules(of.rules), nodes(of.nodes), bound_usage(of.bound_usage), pending(of.pending),
        timeline(what_came) {}
  const Experiment& experiment;
  const Rules& rules; // this and the next three are parts of `experiment`
  const NodeTable& nodes;
  const NodeUsage& bound_usage;
  const std::vector<model::PodIndex>& pending;
  const Timeline& timeline;
};

// True if the input has no list of nodes, so that a pod without a node says nothing.
inline bool knows_no_nodes(const model::ClusterSnapshot& cluster) {
  return !cluster.lists_nodes && cluster.nodes.empty();
}

// How much of a group's report to compute.
enum class Depth : std::uint8_t {
  Verdict, // verdict and code, for a row of the queue
  Plan,    // all but the solver's evidence, for bind
  Full,
};

model::GroupReport diagnose(const Run& run, model::GroupIndex group, Depth depth);

// A report for each of `groups`, in their order. Several threads share the work if there are many.
std::vector<model::GroupReport> diagnose_all(const Run& run, const std::vector<model::GroupIndex>& groups, Depth depth);

// True if the group has its quorum at the end of the run, counted by the rules of its dialect.
bool reaches_quorum(const Run& run, model::GroupIndex group);

// The pod's outcome. `varies`: its text depends on a race.
model::PodReport pod_report(const Run& run, model::PodIndex pod, bool varies);

// Reports members that the run bound as NotAttempted: their own scheduler does not try them.
void take_back_places(model::GroupReport& report);

// Adds the numbers behind a refusal to the reports of `pods`, which are in no group: at the end of the run, for the
// first pod of each spec, and for few specs.
void explain_pods(const Run& run, const std::vector<model::PodIndex>& pods, std::vector<model::PodReport>& reports);

} // namespace engine
