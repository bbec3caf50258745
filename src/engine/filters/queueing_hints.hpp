// SPDX-License-Identifier: Apache-2.0
// Which plugins refused a pod, and which of them an event gives a reason to try it again.
// Source: each plugin's EventsToRegister and the hint functions that it names there.
#pragma once

#include "engine/nodes/node_table.hpp"
#include "engine/scheduler_version.hpp"
#include "model/cluster/scheduler_configuration.hpp"

#include <cstdint>
#include <string_view>

namespace engine {

// A set of plugins, one bit each, as far as an event can wake a pod that they refused.
using UnschedulablePlugins = std::uint32_t;

// The plugin as a set; those that no event of a simulation concerns share one bit.
UnschedulablePlugins unschedulable_plugin(std::string_view plugin);

// What happens in a cluster while a simulation runs.
struct ClusterEvent {
  enum class Kind : std::uint8_t {
    PodBound,           // a pod appears on a node
    PodDeleted,         // a pod leaves its node, also when a reservation is given up
    VolumesBound,       // volumes that exist were bound to the pod's claims
    VolumesProvisioned, // volumes were made for them
    DevicesAllocated,   // the pod's claims for devices were allocated
    NominationsLost,    // the pod and its group hold no room on nominated nodes any more
    NodeAdded,
    NodeOpened,   // a node lost a taint, or was uncordoned
    GroupChanged, // of a PodGroup's object
  } kind;
  const model::Pod* pod = nullptr;   // the one that it happened to
  const model::Node* node = nullptr; // NodeAdded, NodeOpened: the node as it is now
};

// Whether the event is worth a retry for `pod`, which these plugins refused under the profile.
bool is_worth_requeuing(const ClusterEvent& event, UnschedulablePlugins rejectors, const model::Pod& pod,
                        const model::SchedulerProfile& profile, const NodeTable& nodes,
                        const SchedulerVersion& version);

} // namespace engine
