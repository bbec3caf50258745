// SPDX-License-Identifier: Apache-2.0
#include "document/json/json_blocks.hpp"

#include "document/json/json_block_scanner.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace document {

namespace {

// Kernel for every processor of the architecture.
struct Anywhere {
#if defined(__SSE2__)
  static Bits classify(const char* block) {
    constexpr std::size_t k_part = 16;
    Bits bits;
    for (std::size_t at = 0; at < k_scan_block; at += k_part) {
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
  static Bits classify(const char* block) {
    Bits bits;
    for (unsigned i = 0; i < k_scan_block; ++i) {
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

  // Without the processor's own instruction (which the oldest x86-64 lacks) std::popcount is a function call.
  static unsigned count_bits(std::uint64_t bits) {
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return static_cast<unsigned>(bits * 0x0101010101010101 >> 56);
  }

  static std::uint64_t running_parity(std::uint64_t bits) {
    for (unsigned shift = 1; shift < 64; shift *= 2) { bits ^= bits << shift; }
    return bits;
  }
};

} // namespace

std::size_t scan_blocks_anywhere(ScanState& state, const char* text, std::size_t blocks) {
  return scan_blocks_by<Anywhere>(state, text, blocks);
}

ScanBlocks best_scan_blocks() {
#if defined(__x86_64__)
  static const bool has_all = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                              __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("pclmul");
  if (has_all && scan_blocks_avx2 != nullptr) { return scan_blocks_avx2; }
#endif
  return scan_blocks_anywhere;
}

} // namespace document
