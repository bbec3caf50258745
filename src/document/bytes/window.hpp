// SPDX-License-Identifier: Apache-2.0
// The part of a stream that is in memory. Positions count from the start of the stream and stay valid while the bytes
// behind them move.
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

  std::uint64_t begin() const { return m_base; }        // first byte held
  std::uint64_t end() const { return m_base + m_size; } // behind the last byte held
  // The bytes from `position` on, which must be held. Valid until more(). 64 bytes behind the last can be read too.
  const char* at(std::uint64_t position) const { return m_bytes.get() + (position - m_base); }
  // Takes in more bytes; false at the end of the stream.
  bool more();

  // Bytes before `position` are not needed any more.
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
