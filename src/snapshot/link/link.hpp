// SPDX-License-Identifier: Apache-2.0
// Links the collected objects: pods to nodes and groups, events to pods, owners to their objects.
#pragma once

#include "snapshot/collected/collected.hpp"

namespace snapshot {

// Call once, as the last step, on settled lists; do not add or sort anything afterwards.
void link(Collected& collected);

// The steps, in order.
void link_pending(Collected& collected);                     // facts of events and conditions to pending pods
void link_waits(Collected& collected);                       // pods of a manifest that wait for other pods
void link_new_pods(Collected& collected);                    // pods that a manifest creates, in order of creation
void link_nodes(Collected& collected);                       // a Problem per node that pods name and the input lacks
void link_device_resources(model::ClusterSnapshot& cluster); // link_device_resources.cpp
void link_kueue(Collected& collected);                       // link_kueue.cpp
void link_groups(Collected& collected);                      // link_groups.cpp
void link_workloads(Collected& collected);
void note_sources(Collected& collected); // sets lists_pods, lists_nodes and lists_pod_groups

} // namespace snapshot
