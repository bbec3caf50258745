// SPDX-License-Identifier: Apache-2.0
// Connects what was read: pods to nodes and groups, events to pods, owners to their objects.
#pragma once

#include "snapshot/collected/collected.hpp"

namespace snapshot {

// Call once, last, on settled lists: nothing may be added or sorted afterwards.
void link(Collected& collected);

// The parts, in their order.
void link_pending(Collected& collected);  // what events and conditions say, to the pods that wait
void link_waits(Collected& collected);    // a manifest's pods that come one after the other
void link_new_pods(Collected& collected); // what a manifest creates, in its order
void link_nodes(Collected& collected);    // a Problem per node that pods name and nobody has
void link_kueue(Collected& collected);    // link_kueue.cpp
void link_groups(Collected& collected);   // link_groups.cpp
void link_workloads(Collected& collected);
void note_sources(Collected& collected); // lists_pods and its kin

} // namespace snapshot
