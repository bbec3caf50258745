// SPDX-License-Identifier: Apache-2.0
// concat("node ", name, ": ", count) builds one string from text, characters and integers. joined(names, ", ") joins a
// list.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace util {

inline void append(std::string& out, std::string_view text) { out += text; }
inline void append(std::string& out, char character) { out += character; }
inline void append(std::string& out, std::integral auto number) { out += std::to_string(number); }

template <typename... Parts>
std::string concat(const Parts&... parts) {
  std::string out;
  (append(out, parts), ...);
  return out;
}

template <typename Texts>
std::string joined(const Texts& texts, std::string_view separator) {
  std::string out;
  bool first = true;
  for (const std::string_view text : texts) {
    if (!first) { append(out, separator); }
    first = false;
    append(out, text);
  }
  return out;
}

} // namespace util
