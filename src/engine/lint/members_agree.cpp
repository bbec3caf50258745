// SPDX-License-Identifier: Apache-2.0
// Properties that the members of a group must have in common.
#include "engine/lint/rules.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace engine::lint {

namespace {

// Scheduling gates that a controller removes by itself in time.
constexpr std::array<std::string_view, 3> k_lifted_prefixes = {"kueue.x-k8s.io/", "grove.io/",
                                                               "scheduling.volcano.sh/"};

bool is_lifted(std::string_view gate) {
  return std::ranges::any_of(k_lifted_prefixes, [&](std::string_view prefix) { return gate.starts_with(prefix); });
}

bool is_label(const model::Pod& pod, std::string_view key, std::initializer_list<std::string_view> values) {
  const auto found = model::find_label(*pod.labels, key);
  return found && std::find(values.begin(), values.end(), *found) != values.end();
}

// True for the pod that all others connect to, by the labels of the training operators.
bool is_master(const model::Pod& pod) {
  return is_label(pod, "training.kubeflow.org/job-role", {"master", "launcher"}) ||
         is_label(pod, "training.kubeflow.org/replica-type", {"master", "launcher"}) ||
         is_label(pod, "pytorch-replica-type", {"master"}) || is_label(pod, "mpi_role_type", {"launcher"}) ||
         is_label(pod, "role", {"master", "launcher"});
}

} // namespace

void gated_members(const Input& input, const GroupFacts& group, Findings& out) {
  if (!group.has_to_start() || group.gated == 0 || group.live_count() < group.min_member) { return; }
  if (group.live_count() - group.gated >= group.quorum()) { return; }
  std::set<std::string> gates;
  for (const model::PodIndex index : group.pending) {
    for (const std::string_view gate : input.pod(index).spec->scheduling_gates) {
      if (!is_lifted(gate)) { gates.emplace(gate); }
    }
  }
  if (gates.empty()) { return; }
  out.on(group)
      .at("spec.schedulingGates")
      .with("minMember", group.min_member)
      .with("gated", group.gated)
      .with("free", group.live_count() - group.gated)
      .with("gates", std::vector<std::string>(gates.begin(), gates.end()));
}

// v0.18 takes quorum and priority from the first pod and rejects members that differ from it (core, PreFilter). Later
// releases sort each member by its own priority.
void members_disagree(const Input& input, const GroupFacts& group, Findings& out) {
  if (!group.has_to_start()) { return; }
  std::set<std::int32_t> priorities, quorums;
  for (const model::PodIndex index : group.live) {
    priorities.insert(input.pod(index).spec->priority);
    quorums.insert(input.pod(index).group_min_available);
  }
  const bool by_labels = group.group->dialect == model::Dialect::Lightweight;
  if (by_labels && quorums.size() > 1) {
    out.on(group, "min-available")
        .at("metadata.labels")
        .with("lowest", *quorums.begin())
        .with("highest", *quorums.rbegin());
  }
  if (priorities.size() > 1) {
    out.on(group, by_labels ? "priority of labels" : "priority")
        .level(by_labels ? model::FindingLevel::Error : model::FindingLevel::Info)
        .at("spec.priority")
        .with("lowest", *priorities.begin())
        .with("highest", *priorities.rbegin());
  }
}

// `arena submit` counts only workers, but labels the master or launcher too.
void quorum_without_master(const Input& input, const GroupFacts& group, Findings& out) {
  if (!group.has_to_start()) { return; }
  const auto masters = std::ranges::count_if(group.live, [&](model::PodIndex at) { return is_master(input.pod(at)); });
  if (masters == 0 || group.live_count() - masters != group.min_member) { return; }
  out.on(group)
      .at("metadata.labels")
      .with("minMember", group.min_member)
      .with("members", group.live_count())
      .with("masters", masters);
}

} // namespace engine::lint
