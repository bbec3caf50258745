// SPDX-License-Identifier: Apache-2.0
// The cluster of a report: legend, nodes by class, reasons of refusal, and all of it in tables.
#pragma once

#include "model/report/report.hpp"
#include "report/html/markup.hpp"

namespace report {

// Adds nothing if the report has no drawing.
void add_drawing(Markup& html, const model::Report& report);

} // namespace report
