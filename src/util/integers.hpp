// SPDX-License-Identifier: Apache-2.0
// Whole numbers from text, as Go's strconv.ParseInt(text, 10, 64) reads them.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace util {

// The number, or nullopt if `text` is anything but an optional sign and decimal digits within int64.
inline std::optional<std::int64_t> parse_int64(std::string_view text) {
  const bool plus = text.starts_with('+');
  if (plus) { text.remove_prefix(1); }
  if (plus && text.starts_with('-')) { return std::nullopt; }
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number);
  if (text.empty() || result.ec != std::errc() || result.ptr != end) { return std::nullopt; }
  return number;
}

} // namespace util
