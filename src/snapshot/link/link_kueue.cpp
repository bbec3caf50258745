// SPDX-License-Identifier: Apache-2.0
// Links Workloads of Kueue to their pods. A Workload without pods, such as that of a suspended job, becomes a group of
// its own, so that users can ask about it.
#include "snapshot/groups/owners.hpp"
#include "snapshot/link/link.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace snapshot {

namespace {

constexpr std::string_view k_pod_group =
    "kueue.x-k8s.io/pod-group-name"; // a label, and in new releases also an annotation

std::string_view group_of(const model::Pod& pod) {
  const auto label = model::find_label(*pod.labels, k_pod_group);
  return label ? *label : model::find_label(*pod.marks, k_pod_group).value_or(std::string_view());
}

void keep_once(std::vector<model::PodIndex>& pods) {
  std::ranges::sort(pods);
  pods.erase(std::unique(pods.begin(), pods.end()), pods.end());
}

void note_pods(Collected& collected, const Owners& owners) {
  model::ClusterSnapshot& cluster = collected.cluster;
  std::map<std::pair<std::string_view, std::string_view>, model::KueueWorkload*> by_name;
  std::map<OwnerName, model::KueueWorkload*> by_owner;
  for (model::KueueWorkload& workload : cluster.kueue_workloads) {
    by_name.emplace(std::pair(workload.namespace_name, workload.name), &workload);
    if (workload.owner == nullptr || workload.finished) { continue; }
    by_owner.emplace(OwnerName{workload.owner->kind, workload.namespace_name, workload.owner->name}, &workload);
  }
  for (const QueuedPod& queued : collected.queued_pods) {
    const model::PodIndex pod = cluster.find_pod(queued.namespace_name, queued.name);
    const auto workload = by_name.find({queued.namespace_name, queued.workload});
    if (pod == model::k_none || workload == by_name.end()) { continue; }
    workload->second->pods.push_back(pod);
    std::vector<model::KueuePodSet>& sets = workload->second->pod_sets;
    if (queued.pod_set < sets.size()) { sets[queued.pod_set].pods.push_back(pod); }
  }
  for (std::size_t at = 0; at < cluster.pods.size(); ++at) {
    const model::Pod& pod = cluster.pods[at];
    const auto governs = [&](model::KueueWorkload* workload) {
      workload->pods.push_back(static_cast<model::PodIndex>(at));
    };
    if (const std::string_view group = group_of(pod); !group.empty()) {
      if (const auto found = by_name.find({pod.namespace_name, group}); found != by_name.end()) {
        governs(found->second);
        continue;
      }
    }
    if (const auto own = by_owner.find({"Pod", pod.namespace_name, pod.name}); own != by_owner.end()) {
      governs(own->second);
      continue;
    }
    for (const OwnerLink& link : pod.owner == nullptr ? std::vector<OwnerLink>() : owners.of(pod)) {
      const auto found = by_owner.find(link.name);
      if (found == by_owner.end()) { continue; }
      governs(found->second);
      break;
    }
  }
  for (model::KueueWorkload& workload : cluster.kueue_workloads) {
    keep_once(workload.pods);
    for (model::KueuePodSet& set : workload.pod_sets) { keep_once(set.pods); }
  }
}

model::PodGroup group_without_pods(const model::KueueWorkload& workload) {
  model::PodGroup group;
  group.dialect = model::Dialect::Kueue;
  group.namespace_name = workload.namespace_name;
  group.name = workload.name;
  group.owner = workload.owner;
  group.declared = true;
  group.created = workload.created;
  group.queue = workload.local_queue;
  group.priority = workload.priority;
  std::int64_t pods = 0;
  for (const model::KueuePodSet& set : workload.pod_sets) { pods += std::max(set.count, 0); }
  if (!workload.waits_because.empty()) {
    group.conditions.push_back({"QuotaReserved", "False", "QuotaReserved=False", workload.waits_because, {}});
  }
  group.min_member = static_cast<std::int32_t>(std::min<std::int64_t>(pods, INT32_MAX));
  return group;
}

} // namespace

// True if the Workload is admitted and Kueue has not started its Job.
bool is_stuck(const Collected& collected, const model::KueueWorkload& workload) {
  return workload.admitted && workload.owner != nullptr &&
         std::ranges::any_of(collected.workloads, [&](const Workload& other) {
           return other.object.suspended && other.object.kind == workload.owner->kind &&
                  other.object.name == workload.owner->name && other.object.namespace_name == workload.namespace_name;
         });
}

void link_kueue(Collected& collected) {
  model::ClusterSnapshot& cluster = collected.cluster;
  if (cluster.kueue_workloads.empty()) { return; }
  note_pods(collected, Owners(collected.workloads));
  if (cluster.cluster_queues.empty()) { return; } // without queues, pending Workloads stay unknown
  for (const model::KueueWorkload& workload : cluster.kueue_workloads) {
    if (workload.pods.empty() && !workload.finished && (!workload.admitted || is_stuck(collected, workload))) {
      cluster.groups.push_back(group_without_pods(workload));
    }
  }
}

} // namespace snapshot
