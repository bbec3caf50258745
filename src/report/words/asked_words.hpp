// SPDX-License-Identifier: Apache-2.0
// The ledger of an answer in words: which authority refuses, and which was not asked.
#pragma once

#include "model/report/report.hpp"

#include <string>
#include <vector>

namespace report {

// "capacity suffices (minMember 4); Volcano's queue research decides, and its rules are not simulated yet". `whose`:
// "" or " for Job ml/train". Empty if each authority was asked.
std::string unasked_words(const model::GroupReport& group, std::string_view whose);

// The further ones that were not asked, each a clause.
std::vector<std::string> others_unasked(const model::Ledger& ledger);

// The entry that makes a report's own ledger refuse, or else leaves it open; null: neither.
const model::Asked* deciding_entry(const model::Report& report);

// Whether that entry, and not the simulation, makes the verdict what it is.
bool ledger_decides(const model::Report& report);

// Whether everything that is asked about has its place in the run.
bool run_starts(const model::Report& report);

// What was taken for granted, each clause once. Schedulers are left out: the rules that were chosen tell of them.
std::vector<std::string> assumed_clauses(const model::Report& report);

} // namespace report
