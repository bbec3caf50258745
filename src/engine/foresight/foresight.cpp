// SPDX-License-Identifier: Apache-2.0
#include "engine/foresight/foresight.hpp"

#include "engine/explain/evidence.hpp"
#include "engine/index.hpp"
#include "engine/remedies/blocked_group.hpp"

#include <algorithm>
#include <set>

namespace engine {

namespace {

using model::Foresight;
using model::PodIndex;

// Names the last member that failed by itself, and the waiting members that lost their reservations with it. In a retry
// loop any member may be the culprit.
void name_culprit(const Run& run, model::GroupIndex group, const model::GroupReport& report, Foresight& foresight) {
  const PodIndex culprit = run.timeline.groups[at(group)].culprit_pod;
  if (culprit == model::k_none) { return; }
  const std::string_view name = run.rules.cluster.pods[at(culprit)].name;
  for (const model::PodReport& pod : report.pods) {
    if (pod.outcome == model::Outcome::Rejected && pod.name != name) { foresight.victims.push_back(pod.name); }
  }
  if (!foresight.victims.empty()) { foresight.culprit = name; }
}

// The member that has waited longest; nullptr if none waits, or none has a creation time.
const model::Pod* oldest_waiting(const model::ClusterSnapshot& cluster, const model::PodGroup& group) {
  const model::Pod* oldest = nullptr;
  for (const PodIndex member : group.members) {
    const model::Pod& pod = cluster.pods[at(member)];
    const bool waits = !pod.bound() && !pod.finished() && pod.created;
    if (waits && (oldest == nullptr || *pod.created < *oldest->created)) { oldest = &pod; }
  }
  return oldest;
}

// Counts pods that came later, have no higher priority, and hold the lacking resource on nodes eligible for the oldest
// waiting member.
void count_overtakers(const Run& run, model::GroupIndex index, const model::GroupReport& report, Foresight& foresight) {
  const model::ClusterSnapshot& cluster = run.rules.cluster;
  const model::Pod* oldest = oldest_waiting(cluster, cluster.groups[at(index)]);
  const auto resource = cluster.resources.find(foresight.resource);
  if (oldest == nullptr || !resource || *resource == model::k_pods) { return; }
  const NodeSet nodes = admissible(run.rules, run.nodes, run.bound_usage, *oldest);
  for (std::size_t i = 0; i < cluster.pods.size(); ++i) {
    const model::Pod& pod = cluster.pods[i];
    const model::NodeIndex node = cluster.node_of(static_cast<model::PodIndex>(i));
    const bool runs = node != model::k_none && pod.group != index && nodes.has(node);
    if (!runs || !pod.created || *pod.created <= *oldest->created || pod.spec->priority > report.priority) { continue; }
    const std::int64_t amount = countable(model::amount_of(pod.spec->requests, *resource));
    if (amount <= 0) { continue; }
    ++foresight.overtakers;
    foresight.overtaken_amount += amount;
  }
}

// Names groups, other than `index`, whose reservations expired unused before the start.
void name_those_in_vain(const Run& run, model::GroupIndex index, Foresight& foresight) {
  std::set<model::GroupIndex> groups;
  for (const auto& [pod, hold] : run.timeline.first_holds) {
    const model::GroupIndex group = run.rules.cluster.pods[at(pod)].group;
    if (group != index && hold.until <= *foresight.starts) { groups.insert(group); }
  }
  for (const model::GroupIndex group : groups) {
    if (!reaches_quorum(run, group)) { foresight.holders.push_back(holder_of(run, group, {})); }
  }
}

} // namespace

model::Foresight known_so_far(const Run& run, model::GroupIndex group, const model::GroupReport& report) {
  Foresight foresight;
  foresight.now = run.rules.options.now;
  foresight.preemption = compare_preemption(run, group, report);
  if (report.verdict == model::GroupVerdict::Fits) {
    foresight.starts = run.timeline.groups[at(group)].starts;
    if (foresight.starts) { name_those_in_vain(run, group, foresight); }
  }
  if (report.verdict != model::GroupVerdict::DoesNotFit) { return foresight; }
  if (!report.evidence.shortages.empty()) { foresight.resource = report.evidence.shortages.front().resource; }
  name_culprit(run, group, report, foresight);
  count_overtakers(run, group, report, foresight);
  return foresight;
}

std::shared_ptr<const model::Foresight> known_so_far(const Run& run, model::PodIndex pod) {
  constexpr std::int64_t k_second = 1'000'000;
  const PodOutcome& outcome = run.timeline.pods[at(pod)];
  const model::Time now = run.rules.options.now;
  if (!outcome.starts || outcome.starts->micros - now.micros < k_second) { return nullptr; }
  auto foresight = std::make_shared<Foresight>();
  foresight->now = now;
  foresight->starts = outcome.starts;
  name_those_in_vain(run, model::k_none, *foresight);
  return foresight;
}

void look_ahead(BlockedGroup& group, model::Foresight& foresight) {
  if (group.members.empty()) { return; }
  find_next_start(group, foresight);
  find_holders(group, foresight);
}

} // namespace engine
