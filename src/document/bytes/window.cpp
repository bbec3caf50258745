// SPDX-License-Identifier: Apache-2.0
// A buffer, filled piece by piece. Bytes still in use slide to its front, or into a larger one.
#include "document/bytes/window.hpp"

#include <algorithm>
#include <cstring>

namespace document {

namespace {

// Small enough to stay in the processor's second-level cache between reading and parsing, and to cost little memory for
// a small file. Large enough that the last, unfinished object is rarely a large part of the bytes that slide.
constexpr std::size_t k_first_capacity = std::size_t{256} * 1024;
constexpr std::size_t k_piece = std::size_t{64} * 1024;
// Padding after the last byte: readers look beyond their text (JsonIndex::k_padding).
constexpr std::size_t k_behind = 128;

} // namespace

Window::Window(ByteSource source) : m_source(std::move(source)) {}

bool Window::more() {
  if (m_ended) { return false; }
  make_room();
  const std::size_t room = std::min(m_capacity - k_behind - m_size, k_piece);
  const std::size_t got = m_source(m_bytes.get() + m_size, room);
  m_size += got;
  m_ended = got == 0;
  return got != 0;
}

void Window::make_room() {
  if (m_size + k_piece + k_behind <= m_capacity) { return; }
  const auto released = static_cast<std::size_t>(std::min<std::uint64_t>(m_needed - m_base, m_size));
  const std::size_t kept = m_size - released;
  if (released > 0 && kept <= m_capacity / 2) {
    std::memmove(m_bytes.get(), m_bytes.get() + released, kept);
  } else {
    const std::size_t capacity = std::max(k_first_capacity, 2 * m_capacity);
    auto larger = std::make_unique_for_overwrite<char[]>(capacity);
    if (kept != 0) { std::memcpy(larger.get(), m_bytes.get() + released, kept); }
    std::fill_n(larger.get() + (capacity - k_behind), k_behind, ' '); // readable padding without meaning
    m_bytes = std::move(larger);
    m_capacity = capacity;
  }
  m_base += released;
  m_size = kept;
}

} // namespace document
