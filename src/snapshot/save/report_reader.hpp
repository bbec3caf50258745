// SPDX-License-Identifier: Apache-2.0
// Reads a report of explain or dry-run back from -o json or -o yaml, for its certificates.
#pragma once

#include "model/report/report.hpp"

#include <string>

namespace snapshot {

// Reads the report's kind, captured_at, scheduler_version and what_ifs, and for each group its identity, minMember,
// verdict and complete feasibility. All other fields stay empty. Throws util::Error, which names file, group and field,
// if the file is not exactly one such report, or if a required field is missing or of another type.
model::Report read_report(const std::string& path);

} // namespace snapshot
