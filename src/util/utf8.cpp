// SPDX-License-Identifier: Apache-2.0
#include "util/utf8.hpp"

namespace util {

namespace {

// Meaning of the first byte: length of the character, its own bits, and the lowest code of that length.
struct Lead {
  std::size_t bytes = 0; // 0: no character starts with this byte
  char32_t bits = 0, least = 0;
};

Lead read_lead(unsigned char byte) {
  if (byte < 0x80) { return {1, byte, 0}; }
  if (byte >= 0xC2 && byte < 0xE0) { return {2, byte & 0x1FU, 0x80}; }
  if (byte >= 0xE0 && byte < 0xF0) { return {3, byte & 0x0FU, 0x800}; }
  if (byte >= 0xF0 && byte < 0xF5) { return {4, byte & 0x07U, 0x10000}; }
  return {};
}

} // namespace

Utf8Character first_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  const Utf8Character broken{first, 1, false};
  const Lead lead = read_lead(first);
  if (lead.bytes == 0 || lead.bytes > text.size()) { return broken; }
  char32_t code = lead.bits;
  for (std::size_t i = 1; i < lead.bytes; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0U) != 0x80) { return broken; }
    code = (code << 6U) | (byte & 0x3FU);
  }
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < lead.least || code > 0x10FFFF || surrogate) { return broken; }
  return {code, lead.bytes, true};
}

} // namespace util
