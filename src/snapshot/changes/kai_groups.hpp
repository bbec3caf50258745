// SPDX-License-Identifier: Apache-2.0
// dry-run: the groups that KAI's pod grouper makes for new pods of its scheduler. (KAI-Scheduler, pkg/podgrouper)
#pragma once

#include "snapshot/expand/expander.hpp"

namespace snapshot {

// Call after expanding the object. Gives its new pods with schedulerName kai-scheduler that name no group the group of
// their kind, and records it.
void make_kai_groups(const KeptObject& object, Expander& expander);

} // namespace snapshot
