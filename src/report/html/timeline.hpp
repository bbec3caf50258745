// SPDX-License-Identifier: Apache-2.0
// Draws the simulated run: one row per group, the scheduler's attempts from left to right.
#pragma once

#include "model/report/report.hpp"
#include "report/html/markup.hpp"

namespace report {

// Adds nothing if there were no attempts.
void add_timeline(Markup& html, const model::Report& report);

} // namespace report
