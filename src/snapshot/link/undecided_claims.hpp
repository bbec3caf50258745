// SPDX-License-Identifier: Apache-2.0
// Finds claims whose CEL expressions fail for some device.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

namespace snapshot {

// Sets ResourceClaim::undecided. One failing device ends every attempt of the pod with an error in the live scheduler.
void mark_undecided(model::ClusterSnapshot& cluster);

} // namespace snapshot
