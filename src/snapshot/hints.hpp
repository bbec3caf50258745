// SPDX-License-Identifier: Apache-2.0
// What the user may have meant: workloads that are in the files without their pods.
#pragma once

#include "snapshot/collected.hpp"

namespace snapshot {

// Saved workload objects create no pods. Where one should have some and has none, ClusterSnapshot::hints says so and
// names dry-run.
void add_hints(Collected& collected);

} // namespace snapshot
