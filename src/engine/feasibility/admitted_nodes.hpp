// SPDX-License-Identifier: Apache-2.0
// The nodes that a whole profile admits a pod to, PreFilter included, as things are: Feasibility answers for the Filter
// plugins alone.
#pragma once

#include "engine/feasibility/feasibility.hpp"
#include "engine/rules/rules.hpp"

namespace engine {

// The pod's schedulerName must be served by a profile.
NodeSet admitted_nodes(const Rules& rules, Feasibility& feasibility, model::PodIndex pod);

// The same for one node.
bool admits(const Rules& rules, Feasibility& feasibility, model::PodIndex pod, model::NodeIndex node);

} // namespace engine
