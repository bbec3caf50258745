// SPDX-License-Identifier: Apache-2.0
// Plugins that rejected a pod, and the events after which they expect a retry to help.
// Source: each plugin's EventsToRegister and the hint functions that it names there.
#pragma once

#include "engine/nodes/node_table.hpp"
#include "engine/scheduler_version.hpp"
#include "model/cluster/scheduler_configuration.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace engine {

// A set of plugins, one bit each, limited to those whose rejection an event can clear.
using UnschedulablePlugins = std::uint32_t;
inline constexpr UnschedulablePlugins k_all_plugins = ~UnschedulablePlugins{0};

// The plugin as a set. Plugins that no event of a simulation concerns share one bit.
UnschedulablePlugins unschedulable_plugin(std::string_view plugin);

// A change in the cluster during a simulation.
struct ClusterEvent {
  enum class Kind : std::uint8_t {
    PodBound,           // a pod appears on a node
    PodDeleted,         // a pod leaves its node, or releases its reservation
    VolumesBound,       // existing volumes were bound to the pod's claims
    VolumesProvisioned, // volumes were provisioned for them
    DevicesAllocated,   // the pod's claims for devices were allocated
    DevicesFreed,       // the allocation of a claim ended
    NominationsLost,    // the pod and its native group no longer hold capacity on nominated nodes
    NominationEnded,    // the pod no longer holds capacity on its nominated node; only for the same or lower priority
    NodeAdded,
    NodeOpened,   // a node lost a taint, or was uncordoned
    GroupChanged, // the PodGroup object changed
  } kind;
  const model::Pod* pod = nullptr;   // the pod of the event
  const model::Node* node = nullptr; // NodeAdded, NodeOpened: the node as it is now
};

inline constexpr std::size_t k_event_kinds = static_cast<std::size_t>(ClusterEvent::Kind::GroupChanged) + 1;

// What the kind of an event tells about pods by the plugins that rejected them. Most pods need no more: a run asks for
// each pod of the pool at each event.
struct Concerned {
  UnschedulablePlugins maybe = 0;  // an event of the kind may be worth a retry
  UnschedulablePlugins always = 0; // each is
};
Concerned concerned_by(ClusterEvent::Kind kind, const SchedulerVersion& version);

// True if the event is worth a retry of `pod`, which these plugins rejected under the profile.
bool is_worth_requeuing(const ClusterEvent& event, UnschedulablePlugins rejectors, const model::Pod& pod,
                        const model::SchedulerProfile& profile, const NodeTable& nodes,
                        const SchedulerVersion& version);

} // namespace engine
