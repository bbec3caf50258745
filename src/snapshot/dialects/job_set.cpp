// SPDX-License-Identifier: Apache-2.0
// JobSet: all its jobs form one group. No scheduler reads these labels; they show which pods are useful only together.
// Pods per replicated job: the number of its jobs, times the highest completion index present plus one. (jobset,
// api/jobset/v1alpha2, JobSetNameKey, ReplicatedJobReplicas)
#include "snapshot/dialects/dialects.hpp"

#include <algorithm>
#include <limits>

namespace snapshot {

namespace {

constexpr std::string_view k_job_set_name = "jobset.sigs.k8s.io/jobset-name";
constexpr std::string_view k_part = "jobset.sigs.k8s.io/replicatedjob-name";

bool describe_job_set(const PodMarks& pod, model::PodGroup& group) {
  const std::string_view name = mark_of(pod.labels, k_part);
  if (name.empty()) { // not from the controller: nothing tells how many pods are useful, so all of them
    group.min_member = group.min_member.value_or(0) + 1;
    return false;
  }
  auto part = std::ranges::find(group.sub_groups, name, &model::SubGroup::name);
  if (part == group.sub_groups.end()) { part = group.sub_groups.insert(part, {.name = name, .parent = {}}); }
  const std::int64_t jobs = count_of(mark_of(pod.labels, "jobset.sigs.k8s.io/replicatedjob-replicas")).value_or(1);
  const std::int64_t index = count_of(mark_of(pod.labels, "batch.kubernetes.io/job-completion-index")).value_or(0);
  const std::int64_t pods = std::min<std::int64_t>(jobs * (index + 1), std::numeric_limits<std::int32_t>::max());
  part->min_member = std::max(part->min_member, static_cast<std::int32_t>(pods));
  return false; // each member may belong to another replicated job
}

} // namespace

extern const DialectReader k_job_set = {
    .dialect = model::Dialect::JobSet,
    .tier = Tier::Workload,
    .membership =
        [](const PodMarks& pod) {
          auto member = member_by(pod.labels, k_job_set_name);
          if (member) { member->declares = true; }
          return member;
        },
    .describe = describe_job_set,
    .sub_group = [](const PodMarks& pod) { return mark_of(pod.labels, k_part); },
};

} // namespace snapshot
