// SPDX-License-Identifier: Apache-2.0
// Describes a gate above the scheduler that blocks a group: the request, the rest of the limit, and what must become
// free.
#pragma once

#include "model/report/report.hpp"
#include "report/layout/clause.hpp"

#include <string>
#include <vector>

namespace report {

// "ResourceQuota ml/gpus", "ClusterQueue team-a".
std::string gate_object(const model::GateReport& gate);

// The first closed gate; null if there is none.
const model::GateReport* shut_gate(const model::GroupReport& group);

std::string gate_brief(const model::GroupReport& group);          // the gate that blocks the group
std::vector<Clause> gate_causes(const model::GroupReport& group); // each closed gate with its numbers
std::vector<Clause> gate_needs(const model::GroupReport& group);  // what would open it

} // namespace report
