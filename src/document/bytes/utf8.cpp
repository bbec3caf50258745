// SPDX-License-Identifier: Apache-2.0
// Well-formed sequences: Unicode's table 3-7.
#include "document/bytes/utf8.hpp"

namespace document {

namespace {

// Number of bytes after a first byte, and the range of the second byte; the others are 80..BF.
struct Lead {
  std::size_t following = 0;
  unsigned char low = 0x80;
  unsigned char high = 0xbf;
};

Lead lead_of(unsigned char first) {
  if (first >= 0xc2 && first <= 0xdf) { return {1, 0x80, 0xbf}; }
  if (first == 0xe0) { return {2, 0xa0, 0xbf}; }
  if (first == 0xed) { return {2, 0x80, 0x9f}; }
  if (first >= 0xe1 && first <= 0xef) { return {2, 0x80, 0xbf}; }
  if (first == 0xf0) { return {3, 0x90, 0xbf}; }
  if (first >= 0xf1 && first <= 0xf3) { return {3, 0x80, 0xbf}; }
  if (first == 0xf4) { return {3, 0x80, 0x8f}; }
  return {};
}

} // namespace

std::size_t put_utf8(char* to, char32_t point) {
  if (point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) { point = k_replacement; }
  if (point < 0x80) {
    to[0] = static_cast<char>(point);
    return 1;
  }
  const std::size_t following = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  constexpr unsigned char k_marks[] = {0, 0xc0, 0xe0, 0xf0};
  to[0] = static_cast<char>(k_marks[following] | point >> (6 * following));
  for (std::size_t i = 1; i <= following; ++i) {
    to[i] = static_cast<char>(0x80 | (point >> (6 * (following - i)) & 0x3f));
  }
  return following + 1;
}

void append_utf8(std::string& out, char32_t point) {
  char bytes[4];
  out.append(bytes, put_utf8(bytes, point));
}

Decoded decode_utf8(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) { return {first, 1, true}; }
  const Lead lead = lead_of(first);
  if (lead.following == 0) { return {}; }
  char32_t point = first & (0x3f >> lead.following);
  for (std::size_t i = 1; i <= lead.following; ++i) {
    const auto next = i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
    const bool fits = i == 1 ? next >= lead.low && next <= lead.high : next >= 0x80 && next <= 0xbf;
    if (!fits) { return {k_replacement, i, false}; }
    point = point << 6 | (next & 0x3f);
  }
  return {point, lead.following + 1, true};
}

std::size_t unfinished_utf8(std::string_view text) {
  for (std::size_t back = 1; back <= 3 && back <= text.size(); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if (byte < 0x80) { return 0; }
    if (byte >= 0xc0) {
      return lead_of(byte).following >= back && !decode_utf8(text.substr(text.size() - back)).valid ? back : 0;
    }
  }
  return 0;
}

std::string repaired_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 16);
  while (!text.empty()) {
    const Decoded next = decode_utf8(text);
    if (next.valid) {
      out += text.substr(0, next.bytes);
    } else {
      append_utf8(out, k_replacement);
    }
    text.remove_prefix(next.bytes);
  }
  return out;
}

} // namespace document
