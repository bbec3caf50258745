// SPDX-License-Identifier: Apache-2.0
// The scanner over blocks of 64 bytes, one bit per byte, so that most bytes cost no branch. Only the files of the
// kernels include it, once each. Everything here has internal linkage, so that the linker never mixes code for
// different processors.
//
// For each block it computes three sets of bits: quotes that no backslash escapes, opening brackets, closing brackets.
// A quote flips "inside a string" for all bytes after it. So the running parity of the quote bits (a prefix sum without
// carries) selects the strings, and masks the brackets in them. While a block has fewer closing brackets than there are
// open levels, none of them can end the value, and counting is enough; otherwise the scanner checks them one by one.
// The method is that of simdjson's first stage (Langdale and Lemire, "Parsing gigabytes of JSON per second", 2019),
// reduced to brackets. So it also works before an object is complete in memory.
//
// A Kernel has classify, count_bits and running_parity (bit i of the result: the parity of bits 0..i).
#pragma once

#include "document/json/json_blocks.hpp"

#include <cstddef>
#include <cstdint>

namespace document {

namespace {

struct Bits {
  std::uint64_t quotes = 0, backslashes = 0, opening = 0, closing = 0;
};

// [ and { differ by 0x20 only, and so do ] and }.
inline constexpr char k_letter_case = 0x20;

template <typename Kernel>
class BlockScanner {
 public:
  explicit BlockScanner(ScanState& state) : m_state(state) {}

  // The index after the end of the value within this block, or 0 if the value continues.
  std::size_t end_in(const char* block) {
    Bits bits = Kernel::classify(block);
    bits.quotes &= ~escaped(bits.backslashes);
    const std::uint64_t in_string = Kernel::running_parity(bits.quotes) ^ m_state.in_string;
    m_state.in_string = static_cast<std::uint64_t>(static_cast<std::int64_t>(in_string) >> 63);
    if (m_state.wants_string) { return end_of_string(bits.quotes); }
    return end_of_brackets(bits.opening & ~in_string, bits.closing & ~in_string);
  }

 private:
  // The bytes after an escaping backslash. Backslashes are rare, so one at a time is fast enough.
  std::uint64_t escaped(std::uint64_t backslashes) {
    std::uint64_t result = m_state.next_escaped ? 1 : 0;
    m_state.next_escaped = false;
    backslashes &= ~result;
    while (backslashes != 0) {
      const int at = __builtin_ctzll(backslashes);
      if (at == 63) {
        m_state.next_escaped = true;
        break;
      }
      result |= std::uint64_t{2} << at;
      backslashes &= ~(std::uint64_t{3} << at);
    }
    return result;
  }

  std::size_t end_of_string(std::uint64_t quotes) {
    if (m_state.quotes_seen == 0 && quotes != 0) {
      m_state.quotes_seen = 1;
      quotes &= quotes - 1;
    }
    return quotes == 0 ? 0 : static_cast<std::size_t>(__builtin_ctzll(quotes)) + 1;
  }

  std::size_t end_of_brackets(std::uint64_t opening, std::uint64_t closing) {
    const unsigned closes = Kernel::count_bits(closing);
    if (closes < m_state.depth) {
      m_state.depth += Kernel::count_bits(opening);
      m_state.depth -= closes;
      return 0;
    }
    for (std::uint64_t brackets = opening | closing; brackets != 0; brackets &= brackets - 1) {
      const std::uint64_t lowest = brackets & (~brackets + 1);
      if ((opening & lowest) != 0) {
        ++m_state.depth;
      } else if (--m_state.depth == 0) {
        return static_cast<std::size_t>(__builtin_ctzll(brackets)) + 1;
      }
    }
    return 0;
  }

  ScanState& m_state;
};

template <typename Kernel>
std::size_t scan_blocks_by(ScanState& state, const char* text, std::size_t blocks) {
  BlockScanner<Kernel> scanner(state);
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::size_t end = scanner.end_in(text + block * k_scan_block);
    if (end != 0) { return block * k_scan_block + end; }
  }
  return 0;
}

} // namespace

} // namespace document
