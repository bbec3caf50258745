// SPDX-License-Identifier: Apache-2.0
// Finds fields of a manifest that have no effect, as in published manifests: labels next to metadata, a misspelt field.
#pragma once

#include "document/bytes/value.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace snapshot {

// One sentence per field, with its path: "spec.paralelism: the spec of a Job has no such field, …; did you mean
// parallelism?" For kinds without a row in api_fields.cpp, checks only the pod templates in them.
std::vector<std::string> oddities_of(document::Value object, std::string_view api_group, std::string_view kind);

} // namespace snapshot
