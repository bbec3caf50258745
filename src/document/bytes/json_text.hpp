// SPDX-License-Identifier: Apache-2.0
// JSON's two scalars with inner syntax: numbers and strings.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace document {

class Tree;

// True if `text` is a JSON number (RFC 8259, section 6), of any size.
bool is_json_number(std::string_view text);

// True if `text` contains an escape; 16 more bytes must be readable after it. Runs for every key and string. Most are
// short and have none.
inline bool has_backslash(std::string_view text) {
#if defined(__SSE2__)
  const __m128i backslashes = _mm_set1_epi8('\\');
  for (std::size_t at = 0; at < text.size(); at += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + at));
    auto found = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, backslashes)));
    if (const std::size_t left = text.size() - at; left < 16) { found &= (1u << left) - 1; }
    if (found != 0) { return true; }
  }
  return false;
#else
  return text.find('\\') != std::string_view::npos;
#endif
}

// `text`, the inside of a JSON string, without its escapes; `tree` owns the result. An unpaired surrogate becomes
// U+FFFD, like in Go. nullopt if an escape is not JSON's.
std::optional<std::string_view> without_escapes(std::string_view text, Tree& tree);

} // namespace document
