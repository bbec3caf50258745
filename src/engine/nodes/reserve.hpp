// SPDX-License-Identifier: Apache-2.0
// Reserves a node for a pod, as the scheduler does at Reserve: resources, and volumes and devices for the pod's claims.
#pragma once

#include "engine/nodes/node_usage.hpp"

namespace engine {

// Free volumes and devices at this moment decide which ones a claim gets, so the order of several pods may matter.
void reserve(const NodeTable& nodes, NodeUsage& usage, model::PodIndex pod, model::NodeIndex node);

// Releases what the pod reserved on the node, except volumes and devices bound since.
void unreserve(NodeUsage& usage, model::PodIndex pod, model::NodeIndex node);

} // namespace engine
