// SPDX-License-Identifier: Apache-2.0
// Checks what is said of a group's feasibility: the placement pod by pod, the bound by counting again.
//
// The checker is plain on purpose, and shares nothing with what found the answer but the model, the tables of nodes and
// the filters' reasons: a fault there does not vouch for itself here. Every number and name of a certificate has one
// right value, told in model/report/feasibility_report.hpp; any other is refuted. Not looked at are only how many
// placements a search went through, and by which method an answer was found that needs no bound.
#pragma once

#include "engine/rules/rules.hpp"
#include "model/report/report.hpp"

namespace engine {

// One group. The cluster and the rules must be those that the claim was made from.
model::Verification verify(const Rules& rules, model::GroupIndex group, const model::FeasibilityReport& claimed);

// Every group of a report that has a certificate, or would need one: not those whose verdict is Satisfied or Idle. A
// report without any proves nothing: Unknown. Fills the VerifyReport but for what answer() leaves to its caller as
// well.
model::Report verify(const model::ClusterSnapshot& cluster, const Options& options, const model::Report& claimed);

} // namespace engine
