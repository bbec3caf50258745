// SPDX-License-Identifier: Apache-2.0
// One run in which running pods end when they are known to.
#include "engine/foresight.hpp"
#include "engine/index.hpp"
#include "engine/remedies/blocked_group.hpp"

#include <algorithm>
#include <set>

namespace engine {

namespace {

using model::PodIndex;

model::Ending ending_of(const BlockedGroup& group, PodIndex index) {
  const model::Pod& pod = group.pod(index);
  model::Ending ending;
  ending.namespace_name = pod.namespace_name;
  ending.name = pod.name;
  ending.node = pod.node_name;
  ending.at = pod.ends->when(group.run.rules.options.now);
  ending.why = pod.ends->why;
  return ending;
}

// Of those that ended before it started, the ones that made way: they were where its members are now. Where others
// moved into their places and left theirs, the last one was what everything waited for.
std::vector<PodIndex> awaited(const BlockedGroup& group, const Timeline& timeline) {
  std::set<model::NodeIndex> taken;
  for (const PodIndex member : group.members) {
    if (timeline.pods[at(member)].outcome == model::Outcome::Bound) { taken.insert(timeline.pods[at(member)].node); }
  }
  std::vector<PodIndex> made_way = timeline.ended;
  std::erase_if(made_way, [&](PodIndex pod) { return !taken.contains(group.pod(pod).node); });
  if (made_way.empty() && !timeline.ended.empty()) { made_way.push_back(timeline.ended.back()); }
  return made_way;
}

} // namespace

void find_next_start(const BlockedGroup& group, model::Foresight& foresight) {
  const Run& run = group.run;
  foresight.known_ends = std::ranges::count_if(group.cluster().pods, [&](const model::Pod& pod) {
    return pod.ends && pod.bound() && pod.node != model::k_none;
  });
  if (foresight.known_ends == 0) { return; }
  SimulationSetup setup{run.pending};
  setup.looks_ahead_for = group.index;
  const Timeline timeline = simulate(run.rules, run.nodes, run.bound_usage, setup);
  const Run ahead{run.rules, run.nodes, run.bound_usage, run.pending, timeline};
  if (!reaches_quorum(ahead, group.index)) { return; }
  foresight.starts = timeline.groups[at(group.index)].starts;
  for (const PodIndex pod : awaited(group, timeline)) { foresight.endings.push_back(ending_of(group, pod)); }
}

} // namespace engine
