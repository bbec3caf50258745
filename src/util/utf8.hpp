// SPDX-License-Identifier: Apache-2.0
// UTF-8, one character at a time.
#pragma once

#include <cstddef>
#include <string_view>

namespace util {

struct Utf8Character {
  char32_t code = 0;     // the code point, or the first byte if !valid
  std::size_t bytes = 1; // length of the character
  bool valid = false;    // false: a byte that starts no character (surrogates and overlong forms included)
};

// The character at the start of `text`, which is not empty.
Utf8Character first_character(std::string_view text);

} // namespace util
