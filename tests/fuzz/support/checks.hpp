// SPDX-License-Identifier: Apache-2.0
// Checks that all fuzz targets use: if one fails, the input is a finding.
#pragma once

#include "util/error.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace fuzz {

inline void must(bool holds, const char* what) {
  if (holds) { return; }
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

// An error is a valid result, but it needs a message, and the message must not drive a terminal.
template <typename Call>
bool done_or_refused(Call call) {
  try {
    call();
    return true;
  } catch (const util::Error& error) {
    must(!std::string_view(error.what()).empty(), "an error says why");
    return false;
  }
}

inline std::string text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// True if a terminal or a CI log may show the text: no control character except line feeds, and no C1 in UTF-8.
inline bool is_harmless(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte < 0x20 && byte != '\n') || byte == 0x7f) { return false; }
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0U;
    if (byte == 0xc2 && next >= 0x80 && next < 0xa0) { return false; }
  }
  return true;
}

} // namespace fuzz
