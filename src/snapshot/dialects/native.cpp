// SPDX-License-Identifier: Apache-2.0
// Kubernetes' own gangs, scheduling.k8s.io: a field of the pod names the PodGroup (1.36 and later; KEP-4671). It has no
// label, so nothing but the field makes a member.
#include "snapshot/dialects.hpp"

namespace snapshot {

const DialectReader k_native = {
    .dialect = model::Dialect::Native,
    .api_group = "scheduling.k8s.io",
    .label = {},
    .annotation = {},
    .membership = [](const PodMarks& pod) { return member_by(pod.marks, k_scheduling_group); },
};

} // namespace snapshot
