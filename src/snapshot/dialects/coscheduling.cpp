// SPDX-License-Identifier: Apache-2.0
// Current Coscheduling: PodGroup scheduling.x-k8s.io/v1alpha1 and a label (scheduler-plugins v0.25 and later).
#include "snapshot/dialects/dialects.hpp"

namespace snapshot {

namespace {
constexpr std::string_view k_coscheduling_label = "scheduling.x-k8s.io/pod-group";
} // namespace

extern const DialectReader k_coscheduling = {
    .dialect = model::Dialect::Coscheduling,
    .api_groups = {"scheduling.x-k8s.io"},
    .label = k_coscheduling_label,
    .membership = [](const PodMarks& pod) { return member_by(pod.labels, k_coscheduling_label); },
};

} // namespace snapshot
