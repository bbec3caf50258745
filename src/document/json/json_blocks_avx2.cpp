// SPDX-License-Identifier: Apache-2.0
// Compiled for processors with AVX2; runs only if best_scan_blocks() finds one.
#include "document/json/json_blocks.hpp"

#if defined(__AVX2__) && defined(__PCLMUL__) && defined(__POPCNT__)

#include "document/json/json_block_scanner.hpp"

#include <immintrin.h>

namespace document {

namespace {

struct Avx2 {
  static Bits classify(const char* block) {
    const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(block));
    const __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(block + 32));
    const __m256i letter_case = _mm256_set1_epi8(k_letter_case);
    const __m256i low_folded = _mm256_or_si256(low, letter_case), high_folded = _mm256_or_si256(high, letter_case);
    const auto equal = [](__m256i first, __m256i second, char wanted) {
      const __m256i value = _mm256_set1_epi8(wanted);
      const auto a = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(first, value)));
      const auto b = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(second, value)));
      return std::uint64_t{a} | std::uint64_t{b} << 32;
    };
    return {equal(low, high, '"'), equal(low, high, '\\'), equal(low_folded, high_folded, '{'),
            equal(low_folded, high_folded, '}')};
  }

  static unsigned count_bits(std::uint64_t bits) { return static_cast<unsigned>(_mm_popcnt_u64(bits)); }

  // A multiplication without carries by all ones adds each bit to all bits after it.
  static std::uint64_t running_parity(std::uint64_t bits) {
    const __m128i product =
        _mm_clmulepi64_si128(_mm_set_epi64x(0, static_cast<std::int64_t>(bits)), _mm_set1_epi8(-1), 0);
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(product));
  }
};

std::size_t scan_with_avx2(ScanState& state, const char* text, std::size_t blocks) {
  return scan_blocks_by<Avx2>(state, text, blocks);
}

} // namespace

const ScanBlocks scan_blocks_avx2 = scan_with_avx2;

} // namespace document

#else

namespace document {
const ScanBlocks scan_blocks_avx2 = nullptr;
} // namespace document

#endif
