// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/gates/kueue_reserved.hpp"

#include "engine/index.hpp"
#include "engine/rules/gates/kueue_entrance.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

namespace {

bool owner_is_suspended(const model::ClusterSnapshot& cluster, const model::KueueWorkload& workload) {
  return workload.owner != nullptr && std::ranges::any_of(cluster.workloads, [&](const model::WorkloadObject& object) {
           return object.suspended && object.kind == workload.owner->kind && object.name == workload.owner->name &&
                  object.namespace_name == workload.namespace_name;
         });
}

// "check budget is Pending: waiting for nodes", "checks budget and prov are not ready"
std::string checks_not_ready(const model::KueueWorkload& workload, const std::vector<std::string_view>& unlisted) {
  std::vector<std::string_view> names = unlisted;
  std::string_view state, message;
  for (const model::KueueCheckState& check : workload.checks) {
    if (check.state == "Ready") { continue; }
    names.push_back(check.name);
    state = check.state;
    if (!check.message.empty()) { message = check.message; }
  }
  const bool is_one = names.size() == 1 && !state.empty();
  return util::concat(names.size() == 1 ? "check " : "checks ", joined_names(names),
                      names.size() == 1 ? " is " : " are ", is_one ? state : "not ready", tail_of(message));
}

bool checks_ready(const model::KueueWorkload& workload) {
  return std::ranges::all_of(workload.checks, [](const auto& check) { return check.state == "Ready"; });
}

// Checks that the Workload needs and that its status does not list yet: Kueue adds them as Pending. (kueue,
// workload_controller.go: reconcileSyncAdmissionChecks)
std::vector<std::string_view> unlisted_checks(const model::ClusterSnapshot& cluster,
                                              const model::KueueWorkload& workload) {
  const auto queue = std::ranges::find(cluster.cluster_queues, workload.admitted_to, &model::ClusterQueue::name);
  if (queue == cluster.cluster_queues.end()) { return {}; }
  FlavorAssignment reserved;
  reserved.flavors.emplace_back();
  for (const model::KueueUsage& usage : workload.usage) { reserved.flavors.back().push_back(usage.flavor); }
  std::vector<std::string_view> names = admission_checks_of(*queue, reserved);
  std::erase_if(names, [&](std::string_view name) {
    return std::ranges::find(workload.checks, name, &model::KueueCheckState::name) != workload.checks.end();
  });
  return names;
}

// True if Kueue takes gates of the admitted Workload's pods away. A pod that is being deleted may hold them back.
bool has_gates_to_lose(const model::ClusterSnapshot& cluster, const model::KueueWorkload& workload) {
  const auto is_leaving = [&](model::PodIndex index) {
    const model::Pod& pod = cluster.pods[at(index)];
    return pod.terminating && !pod.finished();
  };
  return !workload.admitted_to.empty() && std::ranges::none_of(workload.pods, is_leaving) &&
         std::ranges::any_of(workload.pods,
                             [&](model::PodIndex index) { return is_gated_by_kueue_alone(cluster.pods[at(index)]); });
}

KueueDecision about_workload(const model::KueueWorkload& workload, std::size_t index, std::string note) {
  KueueDecision made = kueue_decision(index, "Workload", workload.name, false, std::move(note));
  made.report.namespace_name = workload.namespace_name;
  return made;
}

KueueDecision let_in(const model::ClusterSnapshot& cluster, const model::KueueWorkload& workload, std::size_t index) {
  KueueDecision made = kueue_decision(index, "ClusterQueue", workload.admitted_to, true, {});
  ReservedFlavors reserved = reserved_flavors(cluster, workload);
  made.flavors = std::move(reserved.flavors);
  made.report.undecided = std::move(reserved.undecided);
  return made;
}

} // namespace

std::optional<KueueDecision> decision_about_reserved(const model::ClusterSnapshot& cluster, std::size_t index,
                                                     model::Time now) {
  const model::KueueWorkload& workload = cluster.kueue_workloads[index];
  if (workload.admitted) {
    if (workload.pods.empty() && owner_is_suspended(cluster, workload)) {
      return about_workload(workload, index,
                            util::concat("its Workload is admitted, but ", workload.owner->kind, ' ',
                                         workload.owner->name,
                                         " is still suspended: Kueue has not started it; see Kueue's log"));
    }
    if (!has_gates_to_lose(cluster, workload) || !kueue_eviction(cluster, workload, now).empty()) {
      return std::nullopt;
    }
    return let_in(cluster, workload, index);
  }
  const std::vector<std::string_view> unlisted = unlisted_checks(cluster, workload);
  if (!checks_ready(workload) || !unlisted.empty()) {
    return kueue_decision(index, "ClusterQueue", workload.admitted_to, false,
                          util::concat("its quota is reserved, and admission ", checks_not_ready(workload, unlisted)));
  }
  if (std::string why = kueue_eviction(cluster, workload, now); !why.empty()) {
    return about_workload(workload, index, util::concat("its Workload ", why, ", so Kueue takes its quota back"));
  }
  return let_in(cluster, workload, index);
}

} // namespace engine
