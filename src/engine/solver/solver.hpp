// SPDX-License-Identifier: Apache-2.0
// What is possible, as against what the scheduler would do: how many members of a gang can hold a place at once, with
// the evidence for it. Gates, minResources, quotas and the queue are left out: a set of members is placeable if in some
// order each passes every filter after those before it.
//
// Bounds from above (solver/bounds.hpp) meet a placement from below (solver/placing.hpp); where they do not, all
// placements are searched within a budget.
#pragma once

#include "engine/solver/gang.hpp"
#include "engine/solver/placement_check.hpp"
#include "model/report/feasibility_report.hpp"

#include <vector>

namespace engine {

struct Solution {
  model::FeasibilityReport report;
  std::vector<Placement> placement; // the same as in the certificate
  bool is_fragmented =
      false; // too few have a place, only NodeResourcesFit decides, and the sums of what is free suffice
};

Solution solve(const solver::Gang& gang);

} // namespace engine
