// SPDX-License-Identifier: Apache-2.0
// The scanner works on blocks of 64 bytes, one bit per byte, so that most bytes cost no branch.
//
// For each block three sets of bits are made: quotes that no backslash escapes, opening brackets, closing brackets.
// A quote flips "inside a string" for all bytes after it; the running parity of the quote bits (a prefix sum without
// carries) therefore marks the strings, and masks brackets out there. While the closing brackets of a block are fewer
// than the open levels, none of them can be the one that is looked for, and counting is enough; else they are walked
// one by one. The method is that of simdjson's first stage (Langdale and Lemire, "Parsing gigabytes of JSON per
// second", 2019), cut down to brackets, which is why it also serves before an object is complete in memory.
#include "document/json_scan.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace document {

namespace {

constexpr std::size_t k_block = 64;
constexpr std::size_t k_part = 16; // what the processor takes at once

struct Bits {
  std::uint64_t quotes = 0, backslashes = 0, opening = 0, closing = 0;
};

// [ and { differ by 0x20 only, as do ] and }.
constexpr char k_letter_case = 0x20;

#if defined(__SSE2__)
Bits classify(const char* block) {
  Bits bits;
  for (std::size_t at = 0; at < k_block; at += k_part) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + at));
    const __m128i folded = _mm_or_si128(bytes, _mm_set1_epi8(k_letter_case));
    const auto equal = [at](__m128i text, char wanted) {
      const auto mask = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(text, _mm_set1_epi8(wanted))));
      return static_cast<std::uint64_t>(mask) << at;
    };
    bits.quotes |= equal(bytes, '"');
    bits.backslashes |= equal(bytes, '\\');
    bits.opening |= equal(folded, '{');
    bits.closing |= equal(folded, '}');
  }
  return bits;
}
#else
Bits classify(const char* block) {
  Bits bits;
  for (unsigned i = 0; i < k_block; ++i) {
    const char byte = block[i];
    const char folded = static_cast<char>(byte | k_letter_case);
    bits.quotes |= static_cast<std::uint64_t>(byte == '"') << i;
    bits.backslashes |= static_cast<std::uint64_t>(byte == '\\') << i;
    bits.opening |= static_cast<std::uint64_t>(folded == '{') << i;
    bits.closing |= static_cast<std::uint64_t>(folded == '}') << i;
  }
  return bits;
}
#endif

// Without the processor's own instruction (which the oldest x86-64 lacks) std::popcount is a call.
unsigned count_bits(std::uint64_t bits) {
  bits -= bits >> 1 & 0x5555555555555555;
  bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return static_cast<unsigned>(bits * 0x0101010101010101 >> 56);
}

// Bit i of the result: the parity of bits 0..i.
std::uint64_t running_parity(std::uint64_t bits) {
  for (unsigned shift = 1; shift < 64; shift *= 2) { bits ^= bits << shift; }
  return bits;
}

class Scanner {
 public:
  // The index behind the end of the value within this block, or 0 where it goes on.
  std::size_t end_in(const char* block) {
    Bits bits = classify(block);
    bits.quotes &= ~escaped(bits.backslashes);
    const std::uint64_t in_string = running_parity(bits.quotes) ^ m_in_string;
    m_in_string = static_cast<std::uint64_t>(static_cast<std::int64_t>(in_string) >> 63);
    if (m_wants_string) { return end_of_string(bits.quotes); }
    return end_of_brackets(bits.opening & ~in_string, bits.closing & ~in_string);
  }

  void wants_string() { m_wants_string = true; }

 private:
  // The bytes that a backslash before them escapes. Backslashes are rare: one at a time will do.
  std::uint64_t escaped(std::uint64_t backslashes) {
    std::uint64_t result = m_next_escaped ? 1 : 0;
    m_next_escaped = false;
    backslashes &= ~result;
    while (backslashes != 0) {
      const int at = std::countr_zero(backslashes);
      if (at == 63) {
        m_next_escaped = true;
        break;
      }
      result |= std::uint64_t{2} << at;
      backslashes &= ~(std::uint64_t{3} << at);
    }
    return result;
  }

  std::size_t end_of_string(std::uint64_t quotes) {
    if (m_quotes_seen == 0 && quotes != 0) {
      m_quotes_seen = 1;
      quotes &= quotes - 1;
    }
    return quotes == 0 ? 0 : static_cast<std::size_t>(std::countr_zero(quotes)) + 1;
  }

  std::size_t end_of_brackets(std::uint64_t opening, std::uint64_t closing) {
    const unsigned closes = count_bits(closing);
    if (closes < m_depth) {
      m_depth += count_bits(opening);
      m_depth -= closes;
      return 0;
    }
    for (std::uint64_t brackets = opening | closing; brackets != 0; brackets &= brackets - 1) {
      const std::uint64_t lowest = brackets & (~brackets + 1);
      if ((opening & lowest) != 0) {
        ++m_depth;
      } else if (--m_depth == 0) {
        return static_cast<std::size_t>(std::countr_zero(brackets)) + 1;
      }
    }
    return 0;
  }

  std::uint64_t m_depth = 0;
  std::uint64_t m_in_string = 0; // all ones while the last block ended inside a string
  bool m_next_escaped = false;
  bool m_wants_string = false;
  unsigned m_quotes_seen = 0;
};

} // namespace

ScanEnd end_of_json_value(Window& window, std::uint64_t start, std::uint64_t limit) {
  Scanner scanner;
  if (*window.at(start) == '"') { scanner.wants_string(); }
  for (std::uint64_t at = start; at - start < limit; at += k_block) {
    while (window.end() - at < k_block && window.more()) {}
    const std::uint64_t held = window.end() - at;
    if (held == 0) { return {ScanEnd::Kind::CutOff, window.end()}; }
    std::size_t length = 0;
    if (held >= k_block) {
      length = scanner.end_in(window.at(at));
    } else {
      char last[k_block];
      std::memset(last, ' ', k_block);
      std::memcpy(last, window.at(at), static_cast<std::size_t>(held));
      length = scanner.end_in(last);
    }
    if (length != 0) { return {ScanEnd::Kind::Found, at + length}; }
    if (held < k_block) { return {ScanEnd::Kind::CutOff, window.end()}; }
  }
  return {ScanEnd::Kind::TooLong, start + limit};
}

} // namespace document
