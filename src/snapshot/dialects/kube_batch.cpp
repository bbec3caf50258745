// SPDX-License-Identifier: Apache-2.0
// kube-batch: PodGroup scheduling.incubator.k8s.io/v1alpha1 and an annotation. (kube-batch, GroupNameAnnotationKey)
#include "snapshot/dialects.hpp"

namespace snapshot {

namespace {
constexpr std::string_view k_annotation = "scheduling.k8s.io/group-name";
} // namespace

const DialectReader k_kube_batch = {
    .dialect = model::Dialect::KubeBatch,
    .api_group = "scheduling.incubator.k8s.io",
    .label = {},
    .annotation = k_annotation,
    .membership = [](const PodMarks& pod) { return member_by(pod.marks, k_annotation); },
};

} // namespace snapshot
