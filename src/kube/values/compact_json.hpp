// SPDX-License-Identifier: Apache-2.0
// JSON on one line, byte for byte like Go's encoding/json: the input of exec plugins.
#pragma once

#include "document/bytes/value.hpp"

#include <string>
#include <string_view>

namespace kube {

std::string json_text(std::string_view text); // with its quotes

// Sorts members by name; the last one of a duplicate name wins.
std::string compact_json(document::Value value);

} // namespace kube
