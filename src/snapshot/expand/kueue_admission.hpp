// SPDX-License-Identifier: Apache-2.0
// dry-run: the Workload that Kueue creates for a manifest object and admits before the object's pods are created or
// tried.
#pragma once

#include "snapshot/expand/expander.hpp"

namespace snapshot {

// Call after expanding the object. Makes its pods wait for their LocalQueue, or notes that the input lacks the queues.
void queue_up(const KeptObject& object, Expander& expander);

} // namespace snapshot
