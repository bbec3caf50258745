// SPDX-License-Identifier: Apache-2.0
// Draws the cluster as text: one bar for each class of nodes.
#pragma once

#include "report/layout/page.hpp"

namespace report {

// As wide as the page; adds nothing if the report has no cluster. Characters and numbers distinguish used, planned and
// free capacity; colours only repeat them.
void add_cluster(Page& page, const model::Report& report);

} // namespace report
