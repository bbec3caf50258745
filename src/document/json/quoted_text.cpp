// SPDX-License-Identifier: Apache-2.0
#include "document/json/quoted_text.hpp"

#include "document/bytes/utf8.hpp"

#include <charconv>
#include <cstdint>

namespace document {

namespace {

constexpr std::string_view k_letters = "abfnrtv\\", k_meant = "\a\b\f\n\r\t\v\\";

// Takes `digits` digits of the base from the front of `text`.
std::optional<std::uint32_t> take_number(std::string_view& text, std::size_t digits, int base) {
  if (text.size() < digits) { return std::nullopt; }
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + digits, number, base);
  if (error != std::errc() || end != text.data() + digits) { return std::nullopt; }
  text.remove_prefix(digits);
  return number;
}

// Takes an escape; `text` starts after the backslash. False if it is no valid escape.
bool take_escape(std::string_view& text, char mark, std::string& out) {
  if (text.empty()) { return false; }
  const char letter = text.front();
  if (letter == mark) {
    out += mark;
  } else if (const std::size_t at = k_letters.find(letter); at != std::string_view::npos) {
    out += k_meant[at];
  } else if (letter == 'x' || (letter >= '0' && letter <= '7')) {
    text.remove_prefix(letter == 'x' ? 1 : 0);
    const auto byte = letter == 'x' ? take_number(text, 2, 16) : take_number(text, 3, 8);
    if (!byte || *byte > 0xff) { return false; }
    out += static_cast<char>(*byte);
    return true;
  } else if (letter == 'u' || letter == 'U') {
    text.remove_prefix(1);
    const auto code = take_number(text, letter == 'u' ? 4 : 8, 16);
    if (!code || *code > 0x10ffff || (*code >= 0xd800 && *code < 0xe000)) { return false; }
    append_utf8(out, *code);
    return true;
  } else {
    return false;
  }
  text.remove_prefix(1);
  return true;
}

} // namespace

std::optional<std::string> unquoted(std::string_view inside, char mark) {
  std::string out;
  while (!inside.empty()) {
    const char byte = inside.front();
    if (byte == mark) { return std::nullopt; }
    inside.remove_prefix(1);
    if (byte != '\\') {
      out += byte;
    } else if (!take_escape(inside, mark, out)) {
      return std::nullopt;
    }
  }
  return out;
}

} // namespace document
