// SPDX-License-Identifier: Apache-2.0
// How many and how large, in words: --how-many and --largest of dry-run.
#pragma once

#include "model/report/report.hpp"
#include "report/layout/page.hpp"

namespace report {

// How many such jobs fit and what stops the next one, as prose under the verdict. Nothing where it was not asked.
void add_copies(Page& page, const model::Report& report);

// The largest size of each role, and what fragmentation the job leaves; with Wide all stranded nodes.
void add_sizes(Page& page, const model::Report& report, Format format);

} // namespace report
