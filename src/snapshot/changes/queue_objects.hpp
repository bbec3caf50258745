// SPDX-License-Identifier: Apache-2.0
// dry-run: queues of the manifest, and what they consist of.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/expand/manifest.hpp"

#include <string_view>

namespace snapshot {

// Queues of Kueue, Volcano and KAI, and Kueue's flavors, cohorts, topologies and priority classes.
bool is_queue_object(std::string_view api_group, std::string_view kind);

// Puts such an object in the place of an existing one, or adds it if the input holds the others of its kind. Else it is
// not known which object decides, and the answer says so.
void take_queue_object(Collected& collected, const KeptObject& object, std::string_view default_namespace);

} // namespace snapshot
