// SPDX-License-Identifier: Apache-2.0
// Describes the ledger of an answer: the authority that refuses, and those that were not asked.
#pragma once

#include "model/report/report.hpp"

#include <string>
#include <vector>

namespace report {

// "capacity suffices (minMember 4); Volcano's queue research decides, and its rules are not simulated yet". `whose`: ""
// or " for Job ml/train". Empty if each authority was asked.
std::string unasked_words(const model::GroupReport& group, std::string_view whose);

// Further authorities that were not asked, one clause each.
std::vector<std::string> others_unasked(const model::Ledger& ledger);

// Objects with further refusals besides the first one: "Deployment ml/train (2 reasons)".
std::vector<std::string> others_refused(const model::Ledger& ledger);

// What else the API server refuses in the object whose refusal comes first, one sentence each: "Also invalid:
// spec.parallelism: ...".
std::vector<std::string> more_refusals(const model::Ledger& ledger);

// The entry that makes a report's own ledger refuse, or else leaves it open; null: neither.
const model::Asked* deciding_entry(const model::Report& report);

// True if that entry, and not the simulation, decides the verdict.
bool ledger_decides(const model::Report& report);

// True if the run places everything that the question is about.
bool run_starts(const model::Report& report);

// Assumptions that hold for every answer of this kind, and those of the ledgers, without duplicate clauses. Leaves out
// schedulers: the remark about the chosen rules covers them.
std::vector<std::string> general_assumptions(const model::Report& report);

} // namespace report
