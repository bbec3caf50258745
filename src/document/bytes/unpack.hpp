// SPDX-License-Identifier: Apache-2.0
// Decoding layers, stacked by source.hpp: each takes bytes and gives bytes.
#pragma once

#include "document/bytes/source.hpp"

namespace document {

// Reads the first bytes of a source early, to choose its decoder, and returns them again later.
class Peeked {
 public:
  explicit Peeked(ByteSource source) : m_source(std::move(source)) {}
  // The first bytes of the source, up to `count` (at most 8), fewer only at its end.
  std::string_view first(std::size_t count);
  std::size_t read(char* to, std::size_t room);

 private:
  ByteSource m_source;
  std::string m_held;
  std::size_t m_used = 0;
};

// The source, starting with the bytes that were read early.
ByteSource whole(Peeked peeked);

bool is_gzip(std::string_view first);
bool is_zstd(std::string_view first);
ByteSource gunzipped(ByteSource packed, const std::string& name);
ByteSource zstd_unpacked(ByteSource packed, const std::string& name);

// Converts UTF-16 to UTF-8; unpaired surrogates become U+FFFD.
enum class ByteOrder : std::uint8_t { Little, Big };
ByteSource from_utf16(ByteSource utf16, ByteOrder order);

} // namespace document
