// SPDX-License-Identifier: Apache-2.0
// Finds the end of a JSON value without parsing it.
#pragma once

#include "document/bytes/window.hpp"

#include <cstdint>

namespace document {

struct ScanEnd {
  enum class Kind { Found, CutOff, TooLong } kind = Kind::Found;
  std::uint64_t position = 0; // after the value
};

// Finds the end of the object, array or string that starts at `start` ({, [ or "), and reads as much of the stream as
// needed. CutOff if the stream ends first, TooLong after `limit` bytes. Only counts brackets outside of strings; the
// parser checks whether the value is valid JSON.
ScanEnd end_of_json_value(Window& window, std::uint64_t start, std::uint64_t limit);

} // namespace document
