// SPDX-License-Identifier: Apache-2.0
// Gödel: PodGroup scheduling.godel.kubewharf.io/v1alpha1. A pod names its group twice: in a label and in an annotation.
// (godel-scheduler, pkg/util/pod, PodGroupNameAnnotationKey)
#include "snapshot/dialects/dialects.hpp"

namespace snapshot {

namespace {
constexpr std::string_view k_godel_name = "godel.bytedance.com/pod-group-name";
} // namespace

extern const DialectReader k_godel = {
    .dialect = model::Dialect::Godel,
    .api_groups = {"scheduling.godel.kubewharf.io"},
    .label = k_godel_name,
    .annotation = k_godel_name,
    .membership = [](const PodMarks& pod) -> std::optional<Membership> {
      if (mark_of(pod.marks, k_godel_name) != mark_of(pod.labels, k_godel_name)) { return std::nullopt; }
      return member_by(pod.labels, k_godel_name);
    },
};

} // namespace snapshot
