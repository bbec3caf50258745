// SPDX-License-Identifier: Apache-2.0
// A gate above the scheduler that keeps a group out, in words: what it asks, what is left, what has to become free.
#pragma once

#include "model/report/report.hpp"
#include "report/layout/clause.hpp"

#include <string>
#include <vector>

namespace report {

// "ResourceQuota ml/gpus", "ClusterQueue team-a".
std::string gate_object(const model::GateReport& gate);

// The first gate that is shut; null: none is.
const model::GateReport* shut_gate(const model::GroupReport& group);

std::string gate_brief(const model::GroupReport& group);          // who keeps it out
std::vector<Clause> gate_causes(const model::GroupReport& group); // each shut gate with its numbers
std::vector<Clause> gate_needs(const model::GroupReport& group);  // what would open it

} // namespace report
