// SPDX-License-Identifier: Apache-2.0
// UTF-8, byte by byte: what is valid, and how kubectl repairs what is not.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace document {

inline constexpr char32_t k_replacement = 0xfffd;

// Writes `point` to `to` (up to 4 bytes) and returns how many bytes it took. Surrogates and values beyond U+10FFFF
// are written as U+FFFD.
std::size_t put_utf8(char* to, char32_t point);
void append_utf8(std::string& out, char32_t point);

// One character or one ill-formed piece at the start of a text that is not empty.
struct Decoded {
  char32_t point = k_replacement;
  std::size_t bytes = 1; // an ill-formed piece is as long as it could still have become a character
  bool valid = false;
};
Decoded decode_utf8(std::string_view text);

// Bytes at the end of `text` that may be the start of a longer character: 0 to 3.
std::size_t unfinished_utf8(std::string_view text);

// `text` with each ill-formed piece as U+FFFD. Source: golang.org/x/text, which kubectl reads its input through; it
// follows the "maximal subpart" practice of the Unicode standard (3.9).
std::string repaired_utf8(std::string_view text);

} // namespace document
