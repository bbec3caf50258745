// SPDX-License-Identifier: Apache-2.0
// Sorts what was read and drops doubles.
#pragma once

#include "snapshot/collected/collected.hpp"

namespace snapshot {

// Afterwards pods, nodes, groups, namespaces, priority classes and workloads are sorted and each stands once. Throws
// util::Error where the same object stands twice with different content: no picture holds both. Different means:
// in something that is kept; that a node's heartbeat moved between two files is no contradiction. Cheap when done
// already.
void settle(Collected& collected);

} // namespace snapshot
