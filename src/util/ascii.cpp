// SPDX-License-Identifier: Apache-2.0
// ASCII letters, independent of the locale.
#include "util/ascii.hpp"

#include <algorithm>

namespace util {

std::string lowercase(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower;
}

} // namespace util
