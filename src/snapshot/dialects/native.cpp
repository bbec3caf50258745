// SPDX-License-Identifier: Apache-2.0
// Kubernetes' own gangs, scheduling.k8s.io: a field of the pod names the PodGroup (1.36 and later; KEP-4671). It has no
// label, so nothing but the field makes a member.
//
// In 1.35 the groups stand in a Workload, and each podGroupReplicaKey makes one of its own. Such a group is called
// "workload:group" or "workload:group:key", for none of the three can hold a colon.
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
