// SPDX-License-Identifier: Apache-2.0
// UTF-8, byte by byte: checks it, and repairs invalid bytes like kubectl.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace document {

inline constexpr char32_t k_replacement = 0xfffd;

// Writes `point` to `to` (up to 4 bytes) and returns the number of bytes. Surrogates and values beyond U+10FFFF become
// U+FFFD.
std::size_t put_utf8(char* to, char32_t point);
void append_utf8(std::string& out, char32_t point);

// One character or one ill-formed piece at the start of a non-empty text.
struct Decoded {
  char32_t point = k_replacement;
  std::size_t bytes = 1; // an ill-formed piece ends where it can no longer become a character
  bool valid = false;
};
Decoded decode_utf8(std::string_view text);

// Number of bytes at the end of `text` that may be the start of a longer character: 0 to 3.
std::size_t unfinished_utf8(std::string_view text);

// `text` with U+FFFD for each ill-formed piece. Source: golang.org/x/text, through which kubectl reads its input; it
// follows the "maximal subpart" practice of the Unicode standard (3.9).
std::string repaired_utf8(std::string_view text);

} // namespace document
