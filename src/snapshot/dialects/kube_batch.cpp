// SPDX-License-Identifier: Apache-2.0
// kube-batch: PodGroup scheduling.incubator.k8s.io/v1alpha1, later scheduling.sigs.dev/v1alpha2, and an annotation. The
// scheduler gives pods without it one implicit group per controller, which no object shows. (kube-batch,
// GroupNameAnnotationKey; createShadowPodGroup)
#include "snapshot/dialects/dialects.hpp"

namespace snapshot {

namespace {
constexpr std::string_view k_kube_batch_annotation = "scheduling.k8s.io/group-name";
} // namespace

extern const DialectReader k_kube_batch = {
    .dialect = model::Dialect::KubeBatch,
    .api_groups = {"scheduling.incubator.k8s.io", "scheduling.sigs.dev"},
    .annotation = k_kube_batch_annotation,
    .membership = [](const PodMarks& pod) -> std::optional<Membership> {
      if (pod.scheduler_name == "volcano") { return std::nullopt; }
      return member_by(pod.marks, k_kube_batch_annotation);
    },
    .implicit_group = [](const PodMarks& pod) { return std::string(pod.made_for); },
    .describe =
        [](const PodMarks& pod, model::PodGroup& group) {
          if (!group.implicit) { return true; }
          group.min_member = count_of(mark_of(pod.marks, "scheduling.k8s.io/group-min-member")).value_or(1);
          return true;
        },
};

} // namespace snapshot
