// SPDX-License-Identifier: Apache-2.0
// Stores each string once: a cluster repeats the same labels, images and names hundreds of thousands of times.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace util {

// Keeps texts in blocks that never move. The returned views are valid as long as the pool lives, also after a move of
// the pool itself.
class StringPool {
 public:
  StringPool() = default;
  StringPool(StringPool&&) noexcept = default;
  StringPool& operator=(StringPool&&) noexcept = default;

  // Returns a view of the pool's own copy of `text`. Equal texts give the same view.
  std::string_view intern(std::string_view text);

  // Returns a view of a copy and does not look for an equal text. For texts that hardly ever repeat (uids, messages).
  std::string_view keep(std::string_view text);

 private:
  std::unordered_set<std::string_view> m_known;
  std::vector<std::unique_ptr<char[]>> m_blocks;
  std::size_t m_left = 0; // unused bytes at the end of the last block
  char* m_next = nullptr; // start of these bytes
};

} // namespace util
