// SPDX-License-Identifier: Apache-2.0
// Eligible nodes of a pod under its whole profile, including PreFilter, in the current state. Feasibility covers only
// the Filter plugins.
#pragma once

#include "engine/feasibility/feasibility.hpp"
#include "engine/rules/rules.hpp"

namespace engine {

// A profile must serve the pod's schedulerName.
NodeSet admitted_nodes(const Rules& rules, Feasibility& feasibility, model::PodIndex pod);

// The same for one node.
bool admits(const Rules& rules, Feasibility& feasibility, model::PodIndex pod, model::NodeIndex node);

} // namespace engine
