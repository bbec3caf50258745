// SPDX-License-Identifier: Apache-2.0
// KAI: PodGroup scheduling.run.ai/v2alpha2 and an annotation that its podgrouper writes. (KAI-Scheduler,
// pkg/common/constants)
#include "snapshot/dialects/dialects.hpp"

namespace snapshot {

namespace {
constexpr std::string_view k_kai_annotation = "pod-group-name";
} // namespace

extern const DialectReader k_kai = {
    .dialect = model::Dialect::Kai,
    .api_groups = {"scheduling.run.ai"},
    .annotation = k_kai_annotation,
    .membership = [](const PodMarks& pod) { return member_by(pod.marks, k_kai_annotation); },
    .sub_group = [](const PodMarks& pod) { return mark_of(pod.labels, "kai.scheduler/subgroup-name"); },
};

} // namespace snapshot
