// SPDX-License-Identifier: Apache-2.0
// Events of the scheduler for pods that it failed to schedule, of kubelets that failed to start pods, and of
// controllers that failed to create pods.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/collected/fields.hpp"

#include <string_view>

namespace snapshot {

// v1 and events.k8s.io/v1, which differ only in field names. Keeps FailedScheduling and failures to start of pods, and
// FailedCreate of other objects.
bool is_wanted_event(std::string_view reason, std::string_view kind);
bool is_wanted_event(document::Value event);
// True for a reason such as FailedMount. The message of such an event may contain options of a mount.
bool tells_of_start_failure(std::string_view reason);
void add_event(Collected& collected, document::Value object, const Origin& origin);

// True if the message of a FailedScheduling event says that Coscheduling rejected the pod's group, which puts the group
// back into the queue. (coscheduling.go: PostFilter and Unreserve; PostFilter follows a refusal in PreFilter)
bool tells_of_group_failure(std::string_view message);

} // namespace snapshot
