// SPDX-License-Identifier: Apache-2.0
#include "engine/sizing/job.hpp"

#include "engine/index.hpp"
#include "engine/nodes/storage.hpp"
#include "engine/rules/counted_members.hpp"

#include <algorithm>
#include <limits>

namespace engine {

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

} // namespace engine
