// SPDX-License-Identifier: Apache-2.0
// The head of explain -A and queue: what is wrong with the cluster, in a few lines.
#pragma once

#include "model/report/report.hpp"
#include "report/layout/page.hpp"

namespace report {

// "3 of 5 groups are blocked; 1 would start, 1 runs". Empty if the report has no summary, or nothing is in it.
std::string summary_line(const model::Report& report);

// The lines under it: causes, the scarce resource, what has been blocked longest, what is in the way, what starts next.
void add_summary(Page& page, const model::Report& report);

} // namespace report
