// SPDX-License-Identifier: Apache-2.0
// What stands in a manifest where nobody reads it, as published ones have it: labels beside metadata, a misspelt field.
#pragma once

#include "document/value.hpp"

#include <string>
#include <vector>

namespace snapshot {

// One sentence for each, with its path: "spec.template.labels: is read by nobody; labels stand in metadata".
std::vector<std::string> oddities_of(document::Value object);

} // namespace snapshot
