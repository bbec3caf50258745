// SPDX-License-Identifier: Apache-2.0
// Constraints other than capacity that keep a pod off nodes, with what a person needs to find them: the label that no
// node has, the domains that a spread constraint leaves, the pods that an anti-affinity matches.
#pragma once

#include "engine/feasibility/feasibility.hpp"
#include "engine/rules/rules.hpp"
#include "model/report/report.hpp"

#include <vector>

namespace engine {

// Of the filters that refuse the pod on some node with the usage in `on_usage`. In the order of Obstacle::Kind.
std::vector<model::Obstacle> obstacles(const Rules& rules, Feasibility& on_usage, model::PodIndex pod);

} // namespace engine
