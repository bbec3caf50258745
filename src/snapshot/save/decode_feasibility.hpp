// SPDX-License-Identifier: Apache-2.0
// Reads `feasibility` of a group's report: schemas/common.json, model/report/feasibility_report.hpp.
#pragma once

#include "document/bytes/value.hpp"
#include "model/report/feasibility_report.hpp"
#include "snapshot/collected/fields.hpp"

namespace snapshot {

// Returns a required member. Throws DecodeError if it is missing.
document::Value required(document::Value object, std::string_view key, const Path& path);

model::FeasibilityReport feasibility_of(document::Value object, const Path& path);

} // namespace snapshot
