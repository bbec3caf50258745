// SPDX-License-Identifier: Apache-2.0
#include "engine/answer/owners.hpp"

#include "engine/answer/prospects.hpp"
#include "engine/index.hpp"
#include "engine/remedies/blocked_group.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

namespace engine {

namespace {

// The search for the remedies of one owner simulates the cluster dozens of times.
constexpr std::size_t k_most_owners = 3;
constexpr std::int64_t k_most_steps = 1'000'000; // of one simulation

struct OwnedPods {
  std::string_view kind; // empty: a pod without an owner
  std::string_view namespace_name, name;
  std::vector<model::PodIndex> pods; // of the question; ascending
  bool is_blocked = false;           // the scheduler finds no node for one of them
};

OwnedPods owner_of(const model::Pod& pod) {
  if (pod.owner == nullptr) { return {"", pod.namespace_name, pod.name, {}}; }
  return {pod.owner->kind, pod.namespace_name, pod.owner->name, {}};
}

// Equal for pods of one owner.
auto key(const OwnedPods& owner) { return std::tuple(owner.kind, owner.namespace_name, owner.name); }

std::vector<OwnedPods> blocked_owners(const Run& run, const Question& question) {
  std::vector<OwnedPods> owners; // in the order of their first pods
  std::map<decltype(key(OwnedPods())), std::size_t> places;
  for (const model::PodIndex index : question.pods) {
    const model::Pod& pod = run.rules.cluster.pods[at(index)];
    OwnedPods owner = owner_of(pod);
    const bool makes_one_for_each_node = owner.kind == "DaemonSet" || owner.kind == "Node";
    if (makes_one_for_each_node || !pod.live() || pod.terminating || pod.group != model::k_none) { continue; }
    const auto [place, is_new] = places.emplace(key(owner), owners.size());
    if (is_new) { owners.push_back(std::move(owner)); }
    OwnedPods& known = owners[place->second];
    known.pods.push_back(index);
    known.is_blocked = known.is_blocked || run.timeline.pods[at(index)].outcome == model::Outcome::Unschedulable;
  }
  std::erase_if(owners, [](const OwnedPods& owner) { return !owner.is_blocked; });
  if (owners.size() > k_most_owners) { owners.resize(k_most_owners); }
  return owners;
}

bool runs(const model::Pod& pod) { return pod.bound() && pod.live() && !pod.terminating; }

// Adds the owner as a group that no scheduler reads, so that its pods are scheduled as before. Its running pods belong
// to it, because a remedy may not take one for another.
model::GroupIndex add_group(const OwnedPods& owner, model::ClusterSnapshot& cluster) {
  const auto index = static_cast<model::GroupIndex>(cluster.groups.size());
  model::PodGroup& group = cluster.groups.emplace_back();
  group.namespace_name = owner.namespace_name;
  group.name = owner.name;
  group.declared = true;
  group.implicit = true; // it has no quorum that a remedy could lower
  group.ignored = true;
  for (std::size_t i = 0; i < cluster.pods.size(); ++i) {
    const auto pod = static_cast<model::PodIndex>(i);
    const bool is_asked = std::ranges::binary_search(owner.pods, pod);
    const bool is_sibling =
        !owner.kind.empty() && runs(cluster.pods[i]) && key(owner_of(cluster.pods[i])) == key(owner);
    if (!is_asked && !is_sibling) { continue; }
    group.members.push_back(pod);
    cluster.pods[i].group = index;
  }
  group.min_member = static_cast<std::int32_t>(group.members.size());
  return index;
}

// A change of the group is one of the owner.
void name_owner(const OwnedPods& owner, model::GroupReport& report) {
  for (model::Fix& fix : report.fixes) {
    for (model::Change& change : fix.changes) {
      if (change.kind == "PodGroup" && change.namespace_name == owner.namespace_name && change.name == owner.name) {
        change.kind = owner.kind.empty() ? "Pod" : owner.kind;
      }
    }
  }
}

model::OwnerReport report_on(const Run& run, const Question& question, const OwnedPods& owner) {
  model::ClusterSnapshot cluster = model::ClusterSnapshot::copy_of(run.rules.cluster);
  const model::GroupIndex group = add_group(owner, cluster);
  const Experiment experiment(cluster, run.rules.options);
  const Timeline timeline = experiment.run({experiment.pending});
  const Run with_group(experiment, timeline);
  Question remedies_alone;
  remedies_alone.kind = question.kind;
  remedies_alone.groups = {group};
  remedies_alone.remedies = question.remedies;
  Rest rest(with_group, remedies_alone);
  model::OwnerReport report;
  report.kind = owner.kind;
  report.pods = std::ssize(owner.pods);
  report.as_group = diagnose(with_group, group, Depth::Full);
  report.as_group.of_owner = true;
  add_prospects(with_group, rest, group, remedies_alone, report.as_group);
  name_owner(owner, report.as_group);
  return report;
}

} // namespace

std::vector<model::OwnerReport> owners_with_fixes(const Run& run, const Question& question) {
  if (question.remedies.most <= 0 || simulation_steps(run) > k_most_steps) { return {}; }
  std::vector<model::OwnerReport> reports;
  for (const OwnedPods& owner : blocked_owners(run, question)) {
    model::OwnerReport report = report_on(run, question, owner);
    if (!report.as_group.fixes.empty()) { reports.push_back(std::move(report)); }
  }
  return reports;
}

} // namespace engine
