// SPDX-License-Identifier: Apache-2.0
// An object as one line of JSON with sorted keys and no blanks, so that equal objects give equal bytes.
#pragma once

#include "document/bytes/value.hpp"

#include <string>

namespace document {

// Of two members with one name the last counts, like in the readers. Without a newline.
void append_json_line(std::string& out, Value value);

} // namespace document
