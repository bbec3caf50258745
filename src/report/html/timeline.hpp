// SPDX-License-Identifier: Apache-2.0
// The simulated run as a drawing: a row for each group, from left to right what the scheduler tried.
#pragma once

#include "model/report/report.hpp"
#include "report/html/markup.hpp"

namespace report {

// Nothing where nothing was tried.
void add_timeline(Markup& html, const model::Report& report);

} // namespace report
