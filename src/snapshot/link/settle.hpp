// SPDX-License-Identifier: Apache-2.0
// Sorts the collected objects and drops duplicates.
#pragma once

#include "snapshot/collected/collected.hpp"

namespace snapshot {

// Sorts pods, nodes, groups, namespaces, priority classes and workloads, and keeps each object once. Throws util::Error
// if two copies of an object differ in a field that we keep, because no snapshot can hold both. A node's heartbeat that
// moved between two files is no difference. Cheap on settled lists.
void settle(Collected& collected);

} // namespace snapshot
