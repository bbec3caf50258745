// SPDX-License-Identifier: Apache-2.0
// Grove: PodGang scheduler.grove.io/v1alpha1 and a label.
#include "snapshot/dialects.hpp"

namespace snapshot {

namespace {
constexpr std::string_view k_label = "grove.io/podgang";
} // namespace

const DialectReader k_grove = {
    .dialect = model::Dialect::Grove,
    .api_group = "scheduler.grove.io",
    .label = k_label,
    .annotation = {},
    .membership = [](const PodMarks& pod) { return member_by(pod.labels, k_label); },
};

} // namespace snapshot
