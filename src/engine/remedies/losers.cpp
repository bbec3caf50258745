// SPDX-License-Identifier: Apache-2.0
#include "engine/remedies/losers.hpp"

#include "engine/index.hpp"
#include "engine/remedies/scenario.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace engine {

using model::GroupIndex;
using model::PodIndex;

namespace {

bool starts(const Run& run, PodIndex pod) { return run.timeline.pods[at(pod)].outcome == model::Outcome::Bound; }

// The pods that the manifest creates, ascending. Excludes pods that only belong to a group that it changes.
std::vector<PodIndex> made_pods(const model::ClusterSnapshot& cluster,
                                const std::vector<model::Expansion>& expansions) {
  std::set<std::string> keys;
  for (const model::Expansion& expansion : expansions) {
    for (const model::Expansion::Role& role : expansion.roles) {
      for (const std::string& pod : role.pods) { keys.insert(util::concat(expansion.namespace_name, '/', pod)); }
    }
  }
  std::vector<PodIndex> made;
  for (std::size_t i = 0; i < cluster.pods.size(); ++i) {
    const model::Pod& pod = cluster.pods[i];
    const bool may_be = pod.from_manifest && pod.live() && !pod.bound();
    if (may_be && keys.contains(pod_key(pod))) { made.push_back(static_cast<PodIndex>(i)); }
  }
  return made;
}

// Pods that are not bound and evict nothing use no capacity. Trying them still changes how ties break for other pods,
// and so which of two pods starts, but that is chance.
bool takes_room(const Run& run, const std::vector<PodIndex>& made) {
  return std::ranges::any_of(
      made, [&](PodIndex index) { return starts(run, index) || !run.timeline.pods[at(index)].victims.empty(); });
}

// True if another pending pod does not start, or the run evicts a pod.
bool somebody_may_lose(const Run& run, const std::vector<PodIndex>& made) {
  const auto is_left = [&](PodIndex index) { return !starts(run, index) && !std::ranges::binary_search(made, index); };
  return std::ranges::any_of(run.pending, is_left) || !victims_of(run.timeline).empty();
}

} // namespace

std::set<PodIndex> victims_of(const Timeline& timeline) {
  std::set<PodIndex> victims;
  for (const PodIndex pod : timeline.initial_order) {
    victims.insert(timeline.pods[at(pod)].victims.begin(), timeline.pods[at(pod)].victims.end());
  }
  return victims;
}

std::vector<std::string> losers(const Run& before, const Run& after, const std::set<GroupIndex>& besides) {
  const model::ClusterSnapshot& cluster = before.rules.cluster;
  std::set<GroupIndex> groups;
  std::vector<std::string> losers;
  for (const PodIndex index : before.pending) {
    if (!starts(before, index)) { continue; }
    const model::Pod& pod = cluster.pods[at(index)];
    if (pod.group != model::k_none) {
      groups.insert(pod.group);
    } else if (!starts(after, index)) {
      losers.push_back(pod_key(pod));
    }
  }
  for (const GroupIndex group : groups) {
    if (besides.contains(group) || !reaches_quorum(before, group) || reaches_quorum(after, group)) { continue; }
    const model::PodGroup& lost = cluster.groups[at(group)];
    losers.push_back(util::concat(lost.namespace_name, '/', lost.name));
  }
  const std::set<PodIndex> already = victims_of(before.timeline);
  for (const PodIndex victim : victims_of(after.timeline)) {
    const bool runs_on = !already.contains(victim) && !cluster.pods[at(victim)].terminating;
    if (runs_on) { losers.push_back(pod_key(cluster.pods[at(victim)])); }
  }
  std::ranges::sort(losers);
  losers.erase(std::unique(losers.begin(), losers.end()), losers.end());
  return losers;
}

std::vector<std::string> losers_to_manifest(const Run& run, const std::vector<model::Expansion>& expansions) {
  const model::ClusterSnapshot& cluster = run.rules.cluster;
  const std::vector<PodIndex> made = made_pods(cluster, expansions);
  if (!takes_room(run, made) || !somebody_may_lose(run, made)) { return {}; }
  Scenario without(run, model::k_none);
  std::set<GroupIndex> of_manifest;
  for (const PodIndex pod : made) {
    const GroupIndex group = cluster.pods[at(pod)].group;
    if (group != model::k_none) { of_manifest.insert(group); }
    without.end(pod);
  }
  without.play();
  return losers(without.run(), run, of_manifest);
}

} // namespace engine
