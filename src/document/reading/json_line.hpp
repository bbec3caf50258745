// SPDX-License-Identifier: Apache-2.0
// An object as one line of JSON: sorted keys and no blanks, so that equal objects are equal bytes.
#pragma once

#include "document/bytes/value.hpp"

#include <string>

namespace document {

// Of two members of one name the last counts, as it does for readers. Without a newline.
void append_json_line(std::string& out, Value value);

} // namespace document
