// SPDX-License-Identifier: Apache-2.0
// Looks for the end of a JSON value in whole blocks of bytes, by the best means that the processor has.
#pragma once

#include <cstddef>
#include <cstdint>

namespace document {

inline constexpr std::size_t k_scan_block = 64;

// Between two blocks.
struct ScanState {
  std::uint64_t depth = 0;
  std::uint64_t in_string = 0; // all ones while the last block ended inside a string
  bool next_escaped = false;
  bool wants_string = false; // the value is a string, not an object or array
  unsigned quotes_seen = 0;
};

// How many bytes of `text`, which has so many blocks, are up to the end of the value; 0: it goes on.
using ScanBlocks = std::size_t (*)(ScanState& state, const char* text, std::size_t blocks);

std::size_t scan_blocks_anywhere(ScanState& state, const char* text, std::size_t blocks);
// Where the processor has AVX2, BMI, POPCNT and PCLMULQDQ; null in a program for others.
extern const ScanBlocks scan_blocks_avx2;

ScanBlocks best_scan_blocks();

} // namespace document
