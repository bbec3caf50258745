// SPDX-License-Identifier: Apache-2.0
// The cluster as a picture in text: a bar for each class of nodes.
#pragma once

#include "report/layout/page.hpp"

namespace report {

// As wide as the page; nothing where the report has no picture. What is in use, planned and free is told by characters
// and numbers, and by colours only beside them.
void add_cluster(Page& page, const model::Report& report);

} // namespace report
