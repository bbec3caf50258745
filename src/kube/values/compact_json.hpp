// SPDX-License-Identifier: Apache-2.0
// JSON on one line, byte for byte as Go's encoding/json writes it: what exec plugins are told.
#pragma once

#include "document/bytes/value.hpp"

#include <string>
#include <string_view>

namespace kube {

std::string json_text(std::string_view text); // with its quotes

// Members sorted by name; of a name that is there twice the last one.
std::string compact_json(document::Value value);

} // namespace kube
