// SPDX-License-Identifier: Apache-2.0
// The part of a stream that is in memory. Positions count from the start of the stream. They stay valid when the bytes
// move.
#pragma once

#include "document/bytes/source.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace document {

class Window {
 public:
  explicit Window(ByteSource source);

  std::uint64_t begin() const { return m_base; }        // first byte in memory
  std::uint64_t end() const { return m_base + m_size; } // after the last byte in memory
  // The bytes from `position` on, which must be in memory. Valid until more(). 64 bytes after the last are readable
  // too.
  const char* at(std::uint64_t position) const { return m_bytes.get() + (position - m_base); }
  // Reads more bytes; false at the end of the stream.
  bool more();

  // Allows the window to drop the bytes before `position`.
  void release(std::uint64_t position) { m_needed = position; }

 private:
  void make_room();

  ByteSource m_source;
  std::unique_ptr<char[]> m_bytes;
  std::size_t m_capacity = 0;
  std::size_t m_size = 0;
  std::uint64_t m_base = 0;
  std::uint64_t m_needed = 0;
  bool m_ended = false;
};

} // namespace document
