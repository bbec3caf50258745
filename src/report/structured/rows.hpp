// SPDX-License-Identifier: Apache-2.0
// The rows of tables as structured output, for columns and sorting.
#pragma once

#include "document/yaml/writer.hpp"
#include "model/report/report.hpp"

namespace report {

document::Output row_output(const model::GroupReport& group);
document::Output row_output(const model::PodReport& pod); // of no group: with its namespace
document::Output row_output(const model::QueueEntry& entry);
document::Output row_output(const model::Finding& finding);
document::Output row_output(const model::Verification& verification);

// Calls visit(items) for each list of rows.
template <typename Report, typename Visit>
void each_list_of_rows(Report& report, Visit visit) {
  visit(report.groups);
  visit(report.pods);
  visit(report.queue);
  visit(report.findings);
  visit(report.verifications);
}

} // namespace report
