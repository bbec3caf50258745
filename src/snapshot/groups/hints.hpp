// SPDX-License-Identifier: Apache-2.0
// Hints for a query that found nothing: workloads whose pods are not in the input, and replaced names.
#pragma once

#include "snapshot/collected/collected.hpp"

#include <string>

namespace snapshot {

// Fills ClusterSnapshot::hints. A saved workload object creates no pods: if it should have pods and has none, the hint
// says so and suggests dry-run. After --anonymize, a search for the original names finds nothing, and a hint says that
// too.
void add_hints(Collected& collected);

// "the names in PLACE were replaced …". Requires a snapshot with renamed_in.
std::string renaming_hint(const model::ClusterSnapshot& cluster);

} // namespace snapshot
