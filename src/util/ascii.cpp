// SPDX-License-Identifier: Apache-2.0
#include "util/ascii.hpp"

#include <algorithm>

namespace util {

std::string lowercase(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view k_blanks = " \t\r\n\v\f";
  text.remove_prefix(std::min(text.find_first_not_of(k_blanks), text.size()));
  return text.substr(0, text.find_last_not_of(k_blanks) + 1);
}

} // namespace util
