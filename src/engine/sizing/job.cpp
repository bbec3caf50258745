// SPDX-License-Identifier: Apache-2.0
#include "engine/sizing/job.hpp"

#include "engine/index.hpp"
#include "engine/nodes/storage.hpp"
#include "engine/rules/counted_members.hpp"
#include "engine/rules/gates/kueue_entrance.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>

namespace engine {

namespace {

// Quotas that have too little left for all of these jobs.
void add_quotas(const model::ClusterSnapshot& cluster, std::int64_t fit, std::vector<std::string>& clauses) {
  const auto others = static_cast<std::int32_t>(std::clamp<std::int64_t>(fit - 1, 0, INT32_MAX));
  for (const model::ObjectCharge& charge : cluster.object_charges) {
    model::Quantity wanted = charge.of_another;
    wanted *= others;
    if (wanted <= charge.left) { continue; }
    clauses.push_back(util::concat(charge.resource, " of ResourceQuota ", charge.namespace_name, '/', charge.quota));
  }
}

// A copy of a pod has the claims of the pod itself. (statefulset, getPersistentVolumeClaims: TEMPLATE-POD)
void add_claims(const model::ClusterSnapshot& cluster, const Job& job, std::vector<std::string>& clauses) {
  for (const model::PodIndex index : job.pods) {
    const model::Pod& pod = cluster.pods[at(index)];
    if (pod.owner == nullptr || pod.owner->kind != "StatefulSet") { continue; }
    const std::string suffix = util::concat('-', pod.name);
    const auto is_own = [&](const model::Volume& volume) {
      return volume.kind == "persistentVolumeClaim" && volume.reference.ends_with(suffix);
    };
    if (std::ranges::none_of(pod.spec->volumes, is_own)) { continue; }
    clauses.push_back(util::concat("the claims of StatefulSet ", pod.namespace_name, '/', pod.owner->name));
    break;
  }
  const auto ephemeral =
      std::ranges::find_if(job.pods, [&](model::PodIndex pod) { return has_own_claims(*cluster.pods[at(pod)].spec); });
  if (ephemeral == job.pods.end()) { return; }
  clauses.push_back(util::concat("the ephemeral volumes of pod ", model::pod_key(cluster.pods[at(*ephemeral)])));
}

bool is_of(const Job& job, const model::KueueWorkload& workload) {
  return !workload.finished && std::ranges::any_of(workload.pods, [&](model::PodIndex pod) {
    return std::ranges::binary_search(job.pods, pod);
  });
}

// A copy has the node labels of the flavor that the job gets, and Kueue may give it another one.
void add_flavors(const model::ClusterSnapshot& cluster, const Job& job, std::vector<std::string>& clauses) {
  const auto may_choose = [&](const model::KueueFlavorQuotas& quotas) {
    const auto flavor = std::ranges::find(cluster.resource_flavors, quotas.flavor, &model::ResourceFlavor::name);
    return flavor != cluster.resource_flavors.end() && chooses_nodes(*flavor);
  };
  for (const model::KueueWorkload& workload : cluster.kueue_workloads) {
    const model::ClusterQueue* const queue = is_of(job, workload) ? cluster_queue_of(cluster, workload) : nullptr;
    if (queue == nullptr) { continue; }
    // Of the pods of a Workload that exists, the pod set is not known, so that those of a copy get no flavor.
    const bool are_known =
        workload.pod_sets.size() < 2 ||
        std::ranges::none_of(workload.pod_sets, &std::vector<model::PodIndex>::empty, &model::KueuePodSet::pods);
    const auto matters = [&](const model::KueueResourceGroup& group) {
      return (group.flavors.size() > 1 || !are_known) && std::ranges::any_of(group.flavors, may_choose);
    };
    if (std::ranges::none_of(queue->groups, matters)) { continue; }
    clauses.push_back(util::concat("the flavors of ClusterQueue ", queue->name));
    return;
  }
}

} // namespace

Job job_of(const model::ClusterSnapshot& cluster) {
  Job job;
  for (std::size_t i = 0; i < cluster.pods.size(); ++i) {
    const model::Pod& pod = cluster.pods[i];
    if (pod.from_manifest && pod.live() && !pod.terminating) { job.pods.push_back(static_cast<model::PodIndex>(i)); }
  }
  for (std::size_t i = 0; i < cluster.groups.size(); ++i) {
    if (cluster.groups[i].from_manifest) { job.groups.push_back(static_cast<model::GroupIndex>(i)); }
  }
  return job;
}

std::int64_t needed_pods(const model::ClusterSnapshot& cluster, const Job& job) {
  std::int64_t needed = std::ranges::count_if(
      job.pods, [&](model::PodIndex pod) { return cluster.pods[at(pod)].group == model::k_none; });
  for (const model::GroupIndex group : job.groups) { needed += quorum_of(cluster, cluster.groups[at(group)]); }
  return needed;
}

bool has_claims(const model::ClusterSnapshot& cluster, const Job& job) {
  return std::ranges::any_of(job.pods, [&](model::PodIndex pod) {
    const model::PodSpec& spec = *cluster.pods[at(pod)].spec;
    return has_claims(spec) || !spec.resource_claims.empty();
  });
}

bool names_nodes(const model::ClusterSnapshot& cluster) {
  return std::ranges::any_of(cluster.new_pods,
                             [&](const model::NewPod& made) { return cluster.pods[at(made.pod)].bound(); });
}

std::int32_t preempting_priority(const model::ClusterSnapshot& cluster, const Job& job) {
  std::int32_t highest = std::numeric_limits<std::int32_t>::min();
  for (const model::PodIndex pod : job.pods) {
    const model::PodSpec& spec = *cluster.pods[at(pod)].spec;
    if (!spec.never_preempts) { highest = std::max(highest, spec.priority); }
  }
  for (const model::GroupIndex group : job.groups) {
    highest = std::max(highest, cluster.groups[at(group)].priority.value_or(highest));
  }
  return highest;
}

bool is_queued(const model::ClusterSnapshot& cluster, const Job& job) {
  return std::ranges::any_of(cluster.kueue_workloads,
                             [&](const model::KueueWorkload& workload) { return is_of(job, workload); });
}

std::vector<std::string> not_counted(const model::ClusterSnapshot& cluster, const Job& job, std::int64_t fit) {
  std::vector<std::string> clauses;
  add_quotas(cluster, fit, clauses);
  add_claims(cluster, job, clauses);
  add_flavors(cluster, job, clauses);
  return clauses;
}

} // namespace engine
