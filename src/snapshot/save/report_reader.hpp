// SPDX-License-Identifier: Apache-2.0
// A report of explain or dry-run, as -o json or -o yaml printed it, read back for its certificates.
#pragma once

#include "model/report/report.hpp"

#include <string>

namespace snapshot {

// Of the report its kind, captured_at, scheduler_version and what_ifs; of each group who it is, its minMember and
// verdict, and its feasibility in full. Nothing else is filled. Throws util::Error, which names file, group and field,
// where the file holds anything but one such report, or a part of it that is needed is missing or of another type.
model::Report read_report(const std::string& path);

} // namespace snapshot
