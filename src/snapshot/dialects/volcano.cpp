// SPDX-License-Identifier: Apache-2.0
// Volcano: PodGroup scheduling.volcano.sh/v1beta1 and an annotation that it shares with kube-batch, from which it came;
// the scheduler tells them apart, or where the PodGroup is. (volcano-sh/apis, KubeGroupNameAnnotationKey)
#include "snapshot/dialects.hpp"

namespace snapshot {

namespace {
constexpr std::string_view k_annotation = "scheduling.k8s.io/group-name";
} // namespace

const DialectReader k_volcano = {
    .dialect = model::Dialect::Volcano,
    .api_group = "scheduling.volcano.sh",
    .label = {},
    .annotation = k_annotation,
    .membership = [](const PodMarks& pod) -> std::optional<Membership> {
      if (pod.scheduler_name == "kube-batch") { return std::nullopt; }
      return member_by(pod.marks, k_annotation);
    },
};

} // namespace snapshot
