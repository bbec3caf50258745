// SPDX-License-Identifier: Apache-2.0
// Volcano: PodGroup scheduling.volcano.sh/v1beta1 and an annotation that it inherited from kube-batch and shares with
// it. The pod's scheduler, or the API group of the PodGroup, shows which of the two is meant. Volcano creates a
// PodGroup per controller for pods without the annotation. (volcano-sh/apis, KubeGroupNameAnnotationKey;
// pkg/controllers/podgroup, createNormalPodPGIfNotExist)
#include "snapshot/dialects/dialects.hpp"
#include "util/concat.hpp"

namespace snapshot {

namespace {
constexpr std::string_view k_volcano_annotation = "scheduling.k8s.io/group-name";
constexpr std::string_view k_volcano_queue_name = "scheduling.volcano.sh/queue-name";
constexpr std::string_view k_task = "volcano.sh/task-spec";
} // namespace

extern const DialectReader k_volcano = {
    .dialect = model::Dialect::Volcano,
    .api_groups = {"scheduling.volcano.sh"},
    .annotation = k_volcano_annotation,
    .membership = [](const PodMarks& pod) -> std::optional<Membership> {
      if (model::is_scheduler_of(pod.scheduler_name, model::Dialect::KubeBatch)) { return std::nullopt; }
      return member_by(pod.marks, k_volcano_annotation);
    },
    .implicit_group = [](const PodMarks& pod) { return util::concat("podgroup-", pod.made_for); },
    .describe =
        [](const PodMarks& pod, model::PodGroup& group) {
          group.queue = mark_of(pod.marks, k_volcano_queue_name);
          return !group.queue.empty();
        },
    .sub_group =
        [](const PodMarks& pod) {
          const std::string_view task = mark_of(pod.marks, k_task);
          return task.empty() ? mark_of(pod.labels, k_task) : task;
        },
};

} // namespace snapshot
