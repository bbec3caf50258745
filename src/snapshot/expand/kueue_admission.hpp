// SPDX-License-Identifier: Apache-2.0
// dry-run: the Workload that Kueue creates for a manifest object and admits before the object's pods are created or
// tried.
#pragma once

#include "snapshot/expand/expander.hpp"

#include <string_view>

namespace snapshot {

// The LocalQueue of the object; empty if Kueue does not manage it.
std::string_view local_queue_of(const Collected& collected, const KeptObject& object, std::string_view namespace_name);

// Call after expanding the object. Makes its pods wait for its LocalQueue, or notes that the input lacks the queues.
void queue_up(const KeptObject& object, Expander& expander);

} // namespace snapshot
