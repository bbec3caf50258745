// SPDX-License-Identifier: Apache-2.0
// What may help whoever found nothing: workloads that are in the files without their pods, names that were replaced.
#pragma once

#include "snapshot/collected/collected.hpp"

#include <string>

namespace snapshot {

// Saved workload objects create no pods. Where one should have some and has none, ClusterSnapshot::hints says so and
// names dry-run. Where --anonymize replaced names, the true ones find nothing, and it says that too.
void add_hints(Collected& collected);

// "the names in PLACE were replaced …", of a picture that has a renamed_in.
std::string renaming_hint(const model::ClusterSnapshot& cluster);

} // namespace snapshot
