// SPDX-License-Identifier: Apache-2.0
// The queue as a table: a row for each entry, in queue order.
#pragma once

#include "model/report/report.hpp"
#include "report/layout/table.hpp"

#include <vector>

namespace report {

Table queue_table(const std::vector<model::QueueEntry>& queue);

} // namespace report
