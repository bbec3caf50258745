// SPDX-License-Identifier: Apache-2.0
#include "util/string_pool.hpp"

#include <algorithm>
#include <cstring>

namespace util {

namespace {
constexpr std::size_t k_first_block = 1024, k_doublings = 6; // bytes; up to 64 KiB
} // namespace

std::string_view StringPool::intern(std::string_view text) {
  if (text.empty()) { return {}; }
  if (const auto found = m_known.find(text); found != m_known.end()) { return *found; }
  return *m_known.insert(keep(text)).first;
}

std::string_view StringPool::keep(std::string_view text) {
  if (text.empty()) { return {}; }
  if (text.size() > m_left) {
    // Small at first: a changed copy of a cluster keeps a few names only.
    const std::size_t usual = k_first_block << std::min(m_blocks.size(), k_doublings);
    const std::size_t bytes = std::max(usual, text.size());
    m_blocks.push_back(std::make_unique_for_overwrite<char[]>(bytes));
    m_next = m_blocks.back().get();
    m_left = bytes;
  }
  char* const copy = m_next;
  std::memcpy(copy, text.data(), text.size());
  m_next += text.size();
  m_left -= text.size();
  return {copy, text.size()};
}

} // namespace util
