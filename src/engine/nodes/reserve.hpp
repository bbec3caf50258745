// SPDX-License-Identifier: Apache-2.0
// A place is taken, as the scheduler does at Reserve: beside the room, volumes and devices for the pod's claims.
#pragma once

#include "engine/nodes/node_usage.hpp"

namespace engine {

// Which volumes and devices a claim gets is decided by what is free then: the order of several pods may matter.
void reserve(const NodeTable& nodes, NodeUsage& usage, model::PodIndex pod, model::NodeIndex node);

// Gives back what the pod took on the node; what was bound meanwhile stays taken.
void unreserve(NodeUsage& usage, model::PodIndex pod, model::NodeIndex node);

} // namespace engine
