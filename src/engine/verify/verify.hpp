// SPDX-License-Identifier: Apache-2.0
// Checks a claim about a group's feasibility: the placement pod by pod, the bound by counting again.
//
// The checker is simple on purpose. With the code that found the answer it shares only the model, the tables of nodes
// and the filters' reasons, so a fault there does not confirm itself here. Every number and name of a certificate has
// one correct value, defined in model/report/feasibility_report.hpp; verify() refutes any other. It skips two claims:
// how many placements a search tried, and the method of an answer that needs no bound.
#pragma once

#include "engine/rules/rules.hpp"
#include "model/report/report.hpp"

namespace engine {

// Checks one group. The cluster and the rules must be those of the claim.
model::Verification verify(const Rules& rules, model::GroupIndex group, const model::FeasibilityReport& claimed);

// Checks every group of a report that has or needs a certificate. Groups with verdict Satisfied or Idle need none. A
// report without any such group proves nothing: Unknown. Fills the VerifyReport except for the fields that answer()
// also leaves to its caller.
model::Report verify(const model::ClusterSnapshot& cluster, const Options& options, const model::Report& claimed);

} // namespace engine
