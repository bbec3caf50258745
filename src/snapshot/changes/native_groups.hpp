// SPDX-License-Identifier: Apache-2.0
// dry-run: what admission asks of a new PodGroup of Kubernetes itself besides the object's own fields.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/expand/manifest.hpp"

namespace snapshot {

// Notes new PodGroups whose Workload, template or PriorityClass does not exist, or is created too late. Call before
// adding any object of the manifest to `collected`, and after the PriorityClasses of the cluster are known.
void note_native_groups(const Manifest& manifest, Collected& collected);

} // namespace snapshot
