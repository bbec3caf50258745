// SPDX-License-Identifier: Apache-2.0
#include "kube/values/base64.hpp"

#include <cstdint>

namespace kube {

namespace {

constexpr std::string_view k_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

bool is_line_end(char character) { return character == '\n' || character == '\r'; }

void skip_line_ends(std::string_view text, std::size_t& at) {
  while (at < text.size() && is_line_end(text[at])) { ++at; }
}

// Checks the text after the `digits` of the last group; its first padding is before `at`. On error returns false and
// leaves `at` at the position to report.
bool read_padding(std::string_view text, std::size_t digits, std::size_t& at) {
  const std::size_t first = at - 1;
  if (digits == 2) {
    skip_line_ends(text, at);
    if (at == text.size()) { return false; }
    if (text[at] != '=') {
      at = at - 1;
      return false;
    }
    ++at;
  }
  if (digits < 2) {
    at = first;
    return false;
  }
  skip_line_ends(text, at);
  return at == text.size();
}

void append_group(std::string& out, std::uint32_t group, std::size_t digits) {
  group <<= 6 * (4 - digits);
  for (std::size_t byte = 0; byte + 1 < digits; ++byte) {
    out += static_cast<char>(static_cast<unsigned char>(group >> (16 - 8 * byte)));
  }
}

} // namespace

// Positions of errors equal those of Go's decodeQuantum (encoding/base64).
Base64 from_base64(std::string_view text) {
  Base64 result;
  std::uint32_t group = 0;
  std::size_t digits = 0;
  const auto fail = [&](std::size_t at) {
    result.ok = false;
    result.failed_at = at;
    return result;
  };
  for (std::size_t at = 0; at < text.size();) {
    const char character = text[at++];
    if (is_line_end(character)) { continue; }
    const std::size_t digit = k_alphabet.find(character);
    if (digit != std::string_view::npos) {
      group = (group << 6) | static_cast<std::uint32_t>(digit);
      if (++digits < 4) { continue; }
      append_group(result.bytes, group, digits);
      group = 0;
      digits = 0;
      continue;
    }
    if (character != '=') { return fail(at - 1); }
    if (!read_padding(text, digits, at)) { return fail(at); }
    append_group(result.bytes, group, digits);
    return result;
  }
  return digits == 0 ? result : fail(text.size() - digits);
}

std::string to_base64(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::string_view part = bytes.substr(at, 3);
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      group = (group << 8) | (i < part.size() ? static_cast<unsigned char>(part[i]) : 0U);
    }
    for (std::size_t i = 0; i < 4; ++i) { out += i <= part.size() ? k_alphabet[(group >> (18 - 6 * i)) & 63U] : '='; }
  }
  return out;
}

} // namespace kube
