// SPDX-License-Identifier: Apache-2.0
#include "document/json/json_scan.hpp"

#include "document/json/json_blocks.hpp"

#include <algorithm>
#include <cstring>

namespace document {

ScanEnd end_of_json_value(Window& window, std::uint64_t start, std::uint64_t limit) {
  static const ScanBlocks scan = best_scan_blocks();
  ScanState state;
  state.wants_string = *window.at(start) == '"';
  std::uint64_t at = start;
  while (at - start < limit) {
    while (window.end() - at < k_scan_block && window.more()) {}
    const std::uint64_t held = window.end() - at;
    if (held == 0) { return {ScanEnd::Kind::CutOff, window.end()}; }
    if (held < k_scan_block) { // the last bytes of the stream
      char last[k_scan_block];
      std::memset(last, ' ', k_scan_block);
      std::memcpy(last, window.at(at), static_cast<std::size_t>(held));
      const std::size_t length = scan(state, last, 1);
      return length != 0 ? ScanEnd{ScanEnd::Kind::Found, at + length} : ScanEnd{ScanEnd::Kind::CutOff, window.end()};
    }
    const std::uint64_t within = std::min(held, limit - (at - start) + k_scan_block - 1);
    const std::uint64_t blocks = std::max<std::uint64_t>(within / k_scan_block, 1);
    const std::size_t length = scan(state, window.at(at), static_cast<std::size_t>(blocks));
    if (length != 0) { return {ScanEnd::Kind::Found, at + length}; }
    at += blocks * k_scan_block;
  }
  return {ScanEnd::Kind::TooLong, start + limit};
}

} // namespace document
