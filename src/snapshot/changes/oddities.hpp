// SPDX-License-Identifier: Apache-2.0
// What stands in a manifest where nobody reads it, as published ones have it: labels beside metadata, a misspelt field.
#pragma once

#include "document/bytes/value.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace snapshot {

// One sentence for each, with its path: "spec.paralelism: the spec of a Job has no such field, so nobody reads it; did
// you mean parallelism?" Of kinds without a row in api_fields.cpp, the pod templates in them are looked at.
std::vector<std::string> oddities_of(document::Value object, std::string_view api_group, std::string_view kind);

} // namespace snapshot
