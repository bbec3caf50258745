// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/pod_group_phase.hpp"

#include "util/concat.hpp"

namespace engine {

namespace {

struct Pods {
  std::int32_t all = 0, running = 0, succeeded = 0, failed = 0;
  std::string first_owner; // "namespace/owner" of the first one listed
};

Pods count_pods(const model::ClusterSnapshot& cluster, const model::PodGroup& group) {
  Pods count;
  bool first = true;
  for (const model::PodGroup& same : cluster.groups) {
    if (same.name != group.name || same.dialect != group.dialect) { continue; }
    for (const model::PodIndex index : same.members) {
      const model::Pod& pod = cluster.pods[static_cast<std::size_t>(index)];
      ++count.all;
      count.running += pod.phase == model::PodPhase::Running ? 1 : 0;
      count.succeeded += pod.phase == model::PodPhase::Succeeded ? 1 : 0;
      count.failed += pod.phase == model::PodPhase::Failed ? 1 : 0;
      if (first && pod.owner) { count.first_owner = util::concat(pod.namespace_name, '/', pod.owner->name); }
      first = false;
    }
  }
  return count;
}

// Returns the phase after a recount. The group is past Pending.
std::string next_phase(const std::string& phase, const model::PodGroup& group, const Pods& pods) {
  const std::int32_t min_member = group.min_member.value_or(0);
  const bool old = group.dialect == model::Dialect::CoschedulingSigs;
  if (old ? pods.all == 0 : pods.all < min_member) { return "Pending"; }
  if (pods.succeeded >= min_member) { return "Finished"; }
  if (pods.failed != 0 && pods.failed + pods.running + pods.succeeded >= min_member) { return "Failed"; }
  const bool enough = pods.succeeded + pods.running >= min_member;
  if (!old) { return enough ? "Running" : "Scheduling"; }
  if (phase == "Scheduling" && group.status.scheduled >= min_member) { return "Scheduled"; }
  return phase == "Scheduled" && enough ? "Running" : phase;
}

} // namespace

std::optional<model::GroupReport::Phase> pod_group_phase(const model::ClusterSnapshot& cluster,
                                                         const model::PodGroup& group) {
  const bool has_controller =
      group.dialect == model::Dialect::CoschedulingSigs || group.dialect == model::Dialect::Coscheduling;
  if (!has_controller || !group.declared) { return std::nullopt; }
  const Pods pods = count_pods(cluster, group);
  const bool old = group.dialect == model::Dialect::CoschedulingSigs;
  model::GroupReport::Phase status{std::string(group.status.phase), std::string(group.status.occupied_by),
                                   group.status.running, group.status.succeeded, group.status.failed};
  constexpr int k_more_than_all_phases = 16;
  for (int step = 0; step < k_more_than_all_phases; ++step) {
    if (status.phase == "Finished" || status.phase == "Failed") { break; }
    std::string next;
    if (status.phase.empty()) {
      next = "Pending";
    } else if (status.phase == "Pending") {
      const bool enough = pods.all >= group.min_member.value_or(0);
      next = !enough ? "Pending" : old ? "PreScheduling" : "Scheduling";
      if (enough && !pods.first_owner.empty()) { status.occupied_by = pods.first_owner; }
    } else {
      status.running = pods.running;
      status.succeeded = pods.succeeded;
      status.failed = pods.failed;
      next = next_phase(status.phase, group, pods);
    }
    if (next == status.phase) { break; }
    status.phase = next;
  }
  return status;
}

} // namespace engine
