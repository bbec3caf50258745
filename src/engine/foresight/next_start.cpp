// SPDX-License-Identifier: Apache-2.0
// Runs the simulation once with running pods that end at their known times.
#include "engine/explain/evidence.hpp"
#include "engine/foresight/foresight.hpp"
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

// Of the pods that ended before the group started, returns those on nodes where its members are now. If other pods took
// those nodes and left their own, the last end is the one that the group needed.
std::vector<PodIndex> awaited(const BlockedGroup& group, const Timeline& timeline) {
  std::set<model::NodeIndex> taken;
  for (const PodIndex member : group.members) {
    if (timeline.pods[at(member)].outcome == model::Outcome::Bound) { taken.insert(timeline.pods[at(member)].node); }
  }
  std::vector<PodIndex> made_way = timeline.ended;
  std::erase_if(made_way, [&](PodIndex pod) { return !taken.contains(group.node_of(pod)); });
  if (made_way.empty() && !timeline.ended.empty()) { made_way.push_back(timeline.ended.back()); }
  return made_way;
}

// Pods that have a node and a known end.
std::vector<PodIndex> pods_with_end(const model::ClusterSnapshot& cluster) {
  std::vector<PodIndex> pods;
  for (std::size_t i = 0; i < cluster.pods.size(); ++i) {
    const auto pod = static_cast<PodIndex>(i);
    if (cluster.pods[i].ends && cluster.node_of(pod) != model::k_none) { pods.push_back(pod); }
  }
  return pods;
}

// Nodes that the constraints of any member with a request for the resource allow.
NodeSet open_to_members(const BlockedGroup& group, model::ResourceId resource) {
  const Run& run = group.run;
  NodeSet open = NodeSet::none(run.nodes.size());
  for (const model::PodSpec* const role : group.roles()) {
    if (model::amount_of(role->requests, resource) == 0) { continue; }
    const model::Pod& member = group.pod(group.members_of(*role).front());
    admissible(run.rules, run.nodes, run.bound_usage, member).for_each([&](model::NodeIndex node) {
      open.insert(node);
    });
  }
  return open;
}

// Amount of the resource that pods with a known end hold on nodes open to a member; nullopt if no amount is short.
std::optional<std::int64_t> amount_of_ends(const BlockedGroup& group, const std::string& name) {
  const auto resource = group.cluster().resources.find(name);
  if (!resource || *resource == model::k_pods) { return std::nullopt; }
  const NodeSet open = open_to_members(group, *resource);
  std::int64_t amount = 0;
  for (const PodIndex pod : pods_with_end(group.cluster())) {
    if (!open.has(group.node_of(pod))) { continue; }
    amount += countable(model::amount_of(group.pod(pod).spec->requests, *resource));
  }
  return amount;
}

} // namespace

void find_next_start(const BlockedGroup& group, model::Foresight& foresight) {
  const Run& run = group.run;
  foresight.known_ends = std::ssize(pods_with_end(group.cluster()));
  if (foresight.known_ends == 0) { return; }
  SimulationSetup setup{run.pending};
  setup.looks_ahead_for = group.index;
  const Timeline timeline = run.experiment.run(setup);
  if (!reaches_quorum({run.experiment, timeline}, group.index)) {
    foresight.ending_amount = amount_of_ends(group, foresight.resource);
    return;
  }
  foresight.starts = timeline.groups[at(group.index)].starts;
  for (const PodIndex pod : awaited(group, timeline)) { foresight.endings.push_back(ending_of(group, pod)); }
}

} // namespace engine
