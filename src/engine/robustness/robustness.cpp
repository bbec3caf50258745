// SPDX-License-Identifier: Apache-2.0
#include "engine/robustness/robustness.hpp"

#include "engine/index.hpp"
#include "engine/remedies/blocked_group.hpp"
#include "engine/robustness/tie_walk.hpp"
#include "engine/rules/nodes_to_score.hpp"

#include <algorithm>
#include <set>

namespace engine {

namespace {

constexpr std::uint32_t k_last_tie_order = 8, k_searches = 8;

Timeline run_with(const Run& run, TieBreak ties) {
  SimulationSetup setup{.pending = run.pending};
  setup.ties = std::move(ties);
  setup.record_ties = true;
  return run.experiment.run(setup);
}

bool starts_in(const Run& run, const Timeline& timeline, model::GroupIndex group) {
  return reaches_quorum({run.experiment, timeline}, group);
}

// Preemption may also choose victims by a tie, and TieWalk does not cover such ties.
bool has_victims(const Timeline& timeline) {
  return std::ranges::any_of(timeline.initial_order,
                             [&](model::PodIndex pod) { return !timeline.pods[at(pod)].victims.empty(); });
}

// Tries every way to break ties. Returns false if there are too many.
bool try_all_ties(const Run& run, model::GroupIndex group, bool starts, model::Robustness& robustness) {
  TieWalk walk(run);
  std::int64_t flips = 0;
  const std::int64_t limit = affordable_simulations(run);
  for (std::int64_t others = 0; others <= limit; ++others) {
    const Timeline timeline = run_with(run, {.order = 0, .choices = walk.choices()});
    if (has_victims(timeline)) { return false; }
    flips += starts_in(run, timeline, group) != starts ? 1 : 0;
    if (walk.next(timeline.ties)) { continue; }
    robustness.tie_orders = others;
    robustness.tie_flips = flips;
    robustness.all_ties = true;
    return true;
  }
  return false;
}

void try_some_ties(const Run& run, model::GroupIndex group, bool starts, model::Robustness& robustness) {
  robustness.tie_orders = k_last_tie_order;
  for (std::uint32_t order = 1; order <= k_last_tie_order; ++order) {
    const Timeline timeline = run_with(run, {.order = order});
    robustness.tie_flips += starts_in(run, timeline, group) != starts ? 1 : 0;
  }
}

// The live search is parallel, and where it starts depends on all attempts before.
void try_some_searches(const Run& run, model::GroupIndex group, bool starts, model::Robustness& robustness) {
  const std::vector<model::PodIndex>& members = run.rules.cluster.groups[at(group)].members;
  if (members.empty()) { return; }
  const model::SchedulerProfile* const profile = run.rules.profile_of(run.rules.cluster.pods[at(members.front())]);
  if (profile == nullptr || nodes_to_score(run.rules, *profile, run.nodes.size()) >= run.nodes.size()) { return; }
  robustness.searches = k_searches;
  for (std::uint32_t seed = 1; seed <= k_searches; ++seed) {
    const Timeline timeline = run.experiment.run({.pending = run.pending, .search_seed = seed});
    robustness.search_flips += starts_in(run, timeline, group) != starts ? 1 : 0;
  }
}

// The simulated API server takes 6 ms for a call. The live one may delete victims sooner or later, between other
// attempts of the scheduler.
void try_other_speeds(const Run& run, model::GroupIndex group, bool starts, model::Robustness& robustness) {
  if (!has_victims(run.timeline)) { return; }
  for (const std::int64_t milliseconds : {1, 3, 12, 25, 50}) {
    Options options = run.rules.options;
    options.api_latency_micros = milliseconds * 1000;
    const Experiment other(run.rules.cluster, options, run.experiment.table, run.experiment.bound_usage,
                           run.experiment.at_start);
    const Timeline timeline = other.run({.pending = run.pending});
    ++robustness.speeds;
    robustness.speed_flips += reaches_quorum({other, timeline}, group) != starts ? 1 : 0;
  }
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
  // A pod earlier in the queue can also use the group's capacity because of a tie.
  const auto by_a_tie = [&](model::PodIndex pod) { return run.timeline.pods[at(pod)].on_a_tie; };
  if (!std::ranges::any_of(run.timeline.initial_order, by_a_tie)) {
    robustness.all_ties = true;
  } else if (!try_all_ties(run, group, starts, robustness)) {
    try_some_ties(run, group, starts, robustness);
  }
  try_some_searches(run, group, starts, robustness);
  try_other_speeds(run, group, starts, robustness);
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
