// SPDX-License-Identifier: Apache-2.0
// Converts UTF-16 to UTF-8, pair by pair: such files come from a console's redirect and are small.
#include "document/bytes/unpack.hpp"
#include "document/bytes/utf8.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace document {

namespace {

class Utf16 {
 public:
  Utf16(ByteSource source, ByteOrder order)
      : m_source(std::move(source)), m_order(order), m_in(std::size_t{64} * 1024) {}

  std::size_t read(char* to, std::size_t room) {
    while (m_out_used == m_out.size()) {
      m_out.clear();
      m_out_used = 0;
      if (!convert()) { return 0; }
    }
    const std::size_t count = std::min(room, m_out.size() - m_out_used);
    std::memcpy(to, m_out.data() + m_out_used, count);
    m_out_used += count;
    return count;
  }

 private:
  // Converts the bytes of one read; false at the source's end.
  bool convert() {
    const std::size_t got = m_source(m_in.data(), m_in.size());
    for (std::size_t i = 0; i < got; ++i) { byte(static_cast<unsigned char>(m_in[i])); }
    if (got == 0) { finish(); }
    return got != 0 || !m_out.empty();
  }

  void byte(unsigned value) {
    m_half = !m_half;
    if (m_half) {
      m_first = value;
    } else {
      unit(m_order == ByteOrder::Little ? (value << 8 | m_first) : (m_first << 8 | value));
    }
  }

  void unit(char32_t value) {
    const bool high = value >= 0xd800 && value < 0xdc00;
    const bool low = value >= 0xdc00 && value < 0xe000;
    if (m_high != 0 && low) {
      return append_utf8(m_out, 0x10000 + ((std::exchange(m_high, 0) - 0xd800) << 10) + (value - 0xdc00));
    }
    if (m_high != 0) { append_utf8(m_out, k_replacement); }
    m_high = high ? value : 0;
    if (!high) { append_utf8(m_out, value); }
  }

  // Handles an incomplete end: half a pair or half a unit.
  void finish() {
    if (std::exchange(m_high, 0) != 0) { append_utf8(m_out, k_replacement); }
    if (std::exchange(m_half, false)) { append_utf8(m_out, k_replacement); }
  }

  ByteSource m_source;
  ByteOrder m_order;
  std::vector<char> m_in;
  std::string m_out;
  std::size_t m_out_used = 0;
  bool m_half = false;
  unsigned m_first = 0;
  char32_t m_high = 0; // a high surrogate without its low one so far
};

} // namespace

ByteSource from_utf16(ByteSource utf16, ByteOrder order) {
  return [layer = std::make_shared<Utf16>(std::move(utf16), order)](char* to, std::size_t room) {
    return layer->read(to, room);
  };
}

} // namespace document
