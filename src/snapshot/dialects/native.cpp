// SPDX-License-Identifier: Apache-2.0
// Kubernetes' own gangs, scheduling.k8s.io: a field of the pod names the PodGroup (1.36 and later; KEP-4671). There is
// no label, so only the field makes a pod a member.
//
// In 1.35 a Workload contains the groups, and each podGroupReplicaKey forms a group of its own. We name such a group
// "workload:group" or "workload:group:key", because none of the three can contain a colon.
#include "snapshot/dialects/dialects.hpp"
#include "util/concat.hpp"

namespace snapshot {

namespace {

std::optional<Membership> by_workload(const PodMarks& pod) {
  const std::string_view workload = mark_of(pod.marks, k_workload_ref_name);
  const std::string_view group = mark_of(pod.marks, k_workload_ref_group);
  const std::string_view key = mark_of(pod.marks, k_workload_ref_key);
  if (workload.empty() || group.empty()) { return std::nullopt; }
  const std::string_view colon = key.empty() ? "" : ":";
  return Membership{.group = util::concat(workload, ':', group, colon, key), .mark = k_workload_ref_name};
}

} // namespace

extern const DialectReader k_native = {
    .dialect = model::Dialect::Native,
    .api_groups = {"scheduling.k8s.io"},
    .membership = [](const PodMarks& pod) -> std::optional<Membership> {
      const auto member = member_by(pod.marks, k_scheduling_group);
      return member ? member : by_workload(pod);
    },
};

} // namespace snapshot
