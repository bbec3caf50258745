// SPDX-License-Identifier: Apache-2.0
#include "engine/robustness.hpp"

#include "engine/index.hpp"
#include "engine/remedies/scenario.hpp"

#include <algorithm>
#include <set>

namespace engine {

namespace {

constexpr std::uint32_t k_last_tie_order = 8;

bool starts_with_ties(const Run& run, model::GroupIndex group, std::uint32_t order) {
  Options options = run.rules.options;
  options.tie_order = order;
  const Rules rules(run.rules.cluster, options);
  const Timeline timeline = simulate(rules, run.nodes, run.bound_usage, {run.pending});
  return reaches_quorum({rules, run.nodes, run.bound_usage, run.pending, timeline}, group);
}

std::set<model::NodeIndex> nodes_of_plan(const Run& run, model::GroupIndex group) {
  std::set<model::NodeIndex> nodes;
  for (const model::PodIndex member : run.rules.cluster.groups[at(group)].members) {
    const PodOutcome& outcome = run.timeline.pods[at(member)];
    if (outcome.outcome == model::Outcome::Bound) { nodes.insert(outcome.node); }
  }
  return nodes;
}

} // namespace

model::Robustness robustness_of(const Run& run, model::GroupIndex group) {
  model::Robustness robustness;
  const bool starts = reaches_quorum(run, group);
  // Whose turn comes before can take the group's place by a tie, too.
  const auto by_a_tie = [](const PodOutcome& pod) { return pod.on_a_tie; };
  if (std::ranges::any_of(run.timeline.pods, by_a_tie)) {
    robustness.tie_orders = k_last_tie_order;
    for (std::uint32_t order = 1; order <= k_last_tie_order; ++order) {
      robustness.tie_flips += starts_with_ties(run, group, order) != starts ? 1 : 0;
    }
  }
  if (!starts) { return robustness; }
  Scenario scenario(run, group);
  for (const model::NodeIndex node : nodes_of_plan(run, group)) {
    ++robustness.nodes;
    scenario.take_back();
    scenario.lose(node);
    if (!scenario.starts()) { robustness.needed_nodes.emplace_back(run.nodes.node(node).name); }
  }
  return robustness;
}

} // namespace engine
