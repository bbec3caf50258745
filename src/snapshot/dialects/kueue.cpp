// SPDX-License-Identifier: Apache-2.0
// Kueue's groups of plain pods: a label or annotation, and the number of pods. Kueue creates the Workload and holds the
// pods back with a scheduling gate until it admits all of them. (kueue, pkg/controller/jobs/pod/constants)
#include "snapshot/dialects/dialects.hpp"

namespace snapshot {

namespace {
constexpr std::string_view k_kueue_name = "kueue.x-k8s.io/pod-group-name";
} // namespace

extern const DialectReader k_kueue = {
    .dialect = model::Dialect::Kueue,
    .tier = Tier::Gate,
    .label = k_kueue_name,
    .membership =
        [](const PodMarks& pod) {
          auto member = member_by(pod.labels, k_kueue_name);
          if (!member) { member = member_by(pod.marks, k_kueue_name); }
          if (member) { member->declares = true; }
          return member;
        },
    .describe =
        [](const PodMarks& pod, model::PodGroup& group) {
          group.min_member = count_of(mark_of(pod.marks, "kueue.x-k8s.io/pod-group-total-count"));
          // Its first pod suffices, and the value does not matter. (pod_controller.go, constructGroupPodSetsFast)
          const bool is_fast = model::find_label(pod.marks, "kueue.x-k8s.io/pod-group-fast-admission").has_value();
          if (is_fast && group.min_member) { group.min_member = 1; }
          group.queue = mark_of(pod.labels, "kueue.x-k8s.io/queue-name");
          return group.min_member.has_value();
        },
};

} // namespace snapshot
