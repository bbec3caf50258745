// SPDX-License-Identifier: Apache-2.0
// The ledger of a report: status.asked.
#pragma once

#include "model/report/report.hpp"

#include <string>
#include <vector>

namespace report {

struct LedgerRow {
  model::Asked entry;
  std::vector<std::string> of; // the subjects; empty: all of the question
};

// One row for all entries that differ only in their subjects, in order of first occurrence.
std::vector<LedgerRow> ledger_rows(const model::Report& report);

} // namespace report
