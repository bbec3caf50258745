// SPDX-License-Identifier: Apache-2.0
// Finds what is possible, not what the scheduler would do: how many members of a gang can be placed at once, with
// evidence. Ignores gates, minResources, quotas and the queue. A set of members is placeable if, in some order, each
// passes every filter after the ones before it.
//
// Upper bounds (solver/bounds.hpp) meet a constructed placement (solver/placing.hpp). If they do not meet, the solver
// searches all placements within a budget.
#pragma once

#include "engine/solver/gang.hpp"
#include "engine/solver/placement_check.hpp"
#include "model/report/feasibility_report.hpp"

#include <vector>

namespace engine {

struct Solution {
  model::FeasibilityReport report;
  std::vector<Placement> placement; // the same as in the certificate
  bool is_fragmented = false;       // too few fit, only NodeResourcesFit decides, and the total free capacity suffices
};

Solution solve(const solver::Gang& gang);

} // namespace engine
