// SPDX-License-Identifier: Apache-2.0
// Letters and digits of ASCII, whatever the locale is.
#pragma once

#include <string>
#include <string_view>

namespace util {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The text with A-Z made a-z. Every other byte stays, those of UTF-8 too.
std::string lowercase(std::string_view text);

} // namespace util
