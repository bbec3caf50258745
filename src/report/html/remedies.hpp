// SPDX-License-Identifier: Apache-2.0
// Remedies of a blocked group, each with the state before and after it.
#pragma once

#include "model/report/report.hpp"
#include "report/html/markup.hpp"

namespace report {

void add_remedies(Markup& html, const model::Report& report, const model::GroupReport& group);

} // namespace report
