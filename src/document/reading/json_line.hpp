// SPDX-License-Identifier: Apache-2.0
// An object as one line of JSON with sorted keys and no blanks, so that equal objects give equal bytes.
#pragma once

#include "document/bytes/value.hpp"

#include <cstddef>
#include <string>

namespace document {

// Of two members with one name the last counts, like in the readers. Without a newline.
void append_json_line(std::string& out, Value value);

// A number of bytes that append_json_line does not exceed, at a small part of its cost.
std::size_t json_line_bound(Value value);

} // namespace document
