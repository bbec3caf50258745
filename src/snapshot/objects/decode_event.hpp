// SPDX-License-Identifier: Apache-2.0
// Events of the scheduler for pods that it failed to schedule.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/collected/fields.hpp"

#include <string_view>

namespace snapshot {

// v1 and events.k8s.io/v1, which differ only in field names. Keeps only FailedScheduling.
void add_event(Collected& collected, document::Value object, const Origin& origin);

// True if the message of a FailedScheduling event says that Coscheduling rejected the pod's group, which puts the group
// back into the queue. (coscheduling.go: PostFilter and Unreserve; PostFilter follows a refusal in PreFilter)
bool tells_of_group_failure(std::string_view message);

} // namespace snapshot
