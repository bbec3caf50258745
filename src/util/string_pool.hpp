// SPDX-License-Identifier: Apache-2.0
// Strings that live once: a cluster repeats the same labels, images and names hundreds of thousands of times.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace util {

// Keeps texts in blocks that never move. Views that it returns are valid as long as the pool lives, also when the
// pool itself is moved.
class StringPool {
 public:
  StringPool() = default;
  StringPool(StringPool&&) noexcept = default;
  StringPool& operator=(StringPool&&) noexcept = default;

  // A view of the pool's own copy of `text`. Equal texts give the same view.
  std::string_view intern(std::string_view text);

  // A view of a copy that is not looked up for sharing: for texts that hardly ever repeat (uids, messages).
  std::string_view keep(std::string_view text);

 private:
  std::unordered_set<std::string_view> m_known;
  std::vector<std::unique_ptr<char[]>> m_blocks;
  std::size_t m_left = 0; // unused bytes at the end of the last block
  char* m_next = nullptr; // where they start
};

} // namespace util
