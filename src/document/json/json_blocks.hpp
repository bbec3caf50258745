// SPDX-License-Identifier: Apache-2.0
// Searches the end of a JSON value in whole blocks of bytes, with the best instructions of the processor.
#pragma once

#include <cstddef>
#include <cstdint>

namespace document {

inline constexpr std::size_t k_scan_block = 64;

// State between two blocks.
struct ScanState {
  std::uint64_t depth = 0;
  std::uint64_t in_string = 0; // all ones if the last block ended inside a string
  bool next_escaped = false;
  bool wants_string = false; // the value is a string, not an object or array
  unsigned quotes_seen = 0;
};

// Number of bytes of `text` up to the end of the value; 0 if the value continues. `text` has `blocks` blocks.
using ScanBlocks = std::size_t (*)(ScanState& state, const char* text, std::size_t blocks);

std::size_t scan_blocks_anywhere(ScanState& state, const char* text, std::size_t blocks);
// For processors with AVX2, BMI, POPCNT and PCLMULQDQ; null in a program for others.
extern const ScanBlocks scan_blocks_avx2;

ScanBlocks best_scan_blocks();

} // namespace document
