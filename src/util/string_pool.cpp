// SPDX-License-Identifier: Apache-2.0
#include "util/string_pool.hpp"

#include <algorithm>
#include <cstring>

namespace util {

namespace {
constexpr std::size_t k_block_bytes = std::size_t{64} * 1024;
} // namespace

std::string_view StringPool::intern(std::string_view text) {
  if (text.empty()) { return {}; }
  if (const auto found = m_known.find(text); found != m_known.end()) { return *found; }
  return *m_known.insert(keep(text)).first;
}

std::string_view StringPool::keep(std::string_view text) {
  if (text.empty()) { return {}; }
  if (text.size() > m_left) {
    const std::size_t bytes = std::max(k_block_bytes, text.size());
    m_blocks.push_back(std::make_unique<char[]>(bytes));
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
