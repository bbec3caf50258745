// SPDX-License-Identifier: Apache-2.0
// ASCII letters, digits and blanks, independent of the locale.
#pragma once

#include <string>
#include <string_view>

namespace util {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Returns the text with A-Z replaced by a-z. All other bytes stay, those of UTF-8 too.
std::string lowercase(std::string_view text);

// Returns the part of the text without the blanks at its start and end. Blanks are those of Go's strings.TrimSpace
// below 0x80.
std::string_view trimmed(std::string_view text);

} // namespace util
