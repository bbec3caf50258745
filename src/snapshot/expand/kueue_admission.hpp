// SPDX-License-Identifier: Apache-2.0
// dry-run: the Workload that Kueue makes for an object of the manifest, which it admits before pods are made or tried.
#pragma once

#include "snapshot/expand/expander.hpp"

#include <string_view>

namespace snapshot {

// The LocalQueue that the object is for; empty: none, Kueue leaves it alone.
std::string_view local_queue_of(const Collected& collected, const KeptObject& object, std::string_view namespace_name);

// After the object was expanded: its pods wait for its LocalQueue, or, where the queues are not in the input, that is
// noted.
void queue_up(const KeptObject& object, Expander& expander);

} // namespace snapshot
