// SPDX-License-Identifier: Apache-2.0
// Events of the scheduler about pods that it could not place.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/collected/fields.hpp"

#include <string_view>

namespace snapshot {

// v1 and events.k8s.io/v1, which tell the same with other field names. Only FailedScheduling is kept.
void add_event(Collected& collected, document::Value object, const Origin& origin);

// Whether a FailedScheduling text says that Coscheduling gave the pod's group up, which puts the group back in the
// queue. (coscheduling.go: PostFilter and Unreserve; PreFilter refusals are followed by PostFilter)
bool tells_of_group_failure(std::string_view message);

} // namespace snapshot
