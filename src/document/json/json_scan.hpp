// SPDX-License-Identifier: Apache-2.0
// Finds where a JSON value ends without reading what is in it.
#pragma once

#include "document/bytes/window.hpp"

#include <cstdint>

namespace document {

struct ScanEnd {
  enum class Kind { Found, CutOff, TooLong } kind = Kind::Found;
  std::uint64_t position = 0; // behind the value
};

// Where the object, array or string that starts at `start` ({, [ or ") ends, taking in as much of the stream as
// needed: CutOff where the stream ends before, TooLong after `limit` bytes. Only counts brackets outside of strings:
// whether what it has seen is valid JSON is for the parser to say.
ScanEnd end_of_json_value(Window& window, std::uint64_t start, std::uint64_t limit);

} // namespace document
