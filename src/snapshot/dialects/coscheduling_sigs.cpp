// SPDX-License-Identifier: Apache-2.0
// Coscheduling's first PodGroup: scheduling.sigs.k8s.io/v1alpha1 and a label (scheduler-plugins v0.19 to v0.24;
// KEP-42). Under koord-scheduler both belong to Koordinator.
#include "snapshot/dialects/dialects.hpp"

namespace snapshot {

namespace {
constexpr std::string_view k_coscheduling_sigs_label = "pod-group.scheduling.sigs.k8s.io";
} // namespace

extern const DialectReader k_coscheduling_sigs = {
    .dialect = model::Dialect::CoschedulingSigs,
    .api_groups = {"scheduling.sigs.k8s.io"},
    .label = k_coscheduling_sigs_label,
    .membership = [](const PodMarks& pod) -> std::optional<Membership> {
      if (pod.scheduler_name == k_koord_scheduler) { return std::nullopt; }
      return member_by(pod.labels, k_coscheduling_sigs_label);
    },
};

} // namespace snapshot
