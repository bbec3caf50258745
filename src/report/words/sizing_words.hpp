// SPDX-License-Identifier: Apache-2.0
// Describes number and size of jobs: --how-many and --largest of dry-run.
#pragma once

#include "model/report/report.hpp"
#include "report/layout/page.hpp"

namespace report {

// The number of such jobs that fit and the cause that stops the next one, as prose under the verdict. Adds nothing if
// the question does not include it.
void add_copies(Page& page, const model::Report& report);

// The largest size of each role, and the fragmentation after the job; with Wide all stranded nodes.
void add_sizes(Page& page, const model::Report& report, Format format);

} // namespace report
