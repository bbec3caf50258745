// SPDX-License-Identifier: Apache-2.0
// Grove: PodGang scheduler.grove.io/v1alpha1 and a label. Its operator creates a KAI or Volcano PodGroup of the same
// name, which those schedulers read. Under kube-scheduler it creates no group.
#include "snapshot/dialects/dialects.hpp"

namespace snapshot {

namespace {
constexpr std::string_view k_grove_label = "grove.io/podgang";
} // namespace

extern const DialectReader k_grove = {
    .dialect = model::Dialect::Grove,
    .tier = Tier::Origin,
    .api_groups = {"scheduler.grove.io"},
    .label = k_grove_label,
    .membership = [](const PodMarks& pod) { return member_by(pod.labels, k_grove_label); },
    .sub_group = [](const PodMarks& pod) { return mark_of(pod.labels, "grove.io/podclique"); },
};

} // namespace snapshot
