// SPDX-License-Identifier: Apache-2.0
#include "document/bytes/json_text.hpp"

#include "document/bytes/utf8.hpp"
#include "document/bytes/value.hpp"

#include <cstring>

namespace document {

namespace {

std::size_t digits(std::string_view text) {
  std::size_t count = 0;
  while (count < text.size() && text[count] >= '0' && text[count] <= '9') { ++count; }
  return count;
}

// The four hexadecimal digits at the start of `text`, or -1.
int hex4(std::string_view text) {
  if (text.size() < 4) { return -1; }
  int value = 0;
  for (const char digit : text.substr(0, 4)) {
    const char folded = static_cast<char>(digit | 0x20);
    if (digit >= '0' && digit <= '9') {
      value = value * 16 + (digit - '0');
    } else if (folded >= 'a' && folded <= 'f') {
      value = value * 16 + (folded - 'a' + 10);
    } else {
      return -1;
    }
  }
  return value;
}

// The meaning of the character after a backslash; 0 if it is none of the short escapes.
char short_escape(char letter) {
  switch (letter) {
  case '"':
  case '\\':
  case '/':
    return letter;
  case 'b':
    return '\b';
  case 'f':
    return '\f';
  case 'n':
    return '\n';
  case 'r':
    return '\r';
  case 't':
    return '\t';
  default:
    return 0;
  }
}

// Reads the digits after "\u" and removes them from `text`. Also takes a second \uXXXX if both form a surrogate pair.
std::optional<char32_t> unicode_escape(std::string_view& text) {
  const int first = hex4(text);
  if (first < 0) { return std::nullopt; }
  text.remove_prefix(4);
  const auto point = static_cast<char32_t>(first);
  if (point < 0xd800 || point > 0xdbff || !text.starts_with("\\u")) { return point; }
  const int second = hex4(text.substr(2));
  if (second < 0xdc00 || second > 0xdfff) { return point; } // put_utf8 makes it U+FFFD
  text.remove_prefix(6);
  return 0x10000 + ((point - 0xd800) << 10) + (static_cast<char32_t>(second) - 0xdc00);
}

} // namespace

bool is_json_number(std::string_view text) {
  if (text.starts_with('-')) { text.remove_prefix(1); }
  const std::size_t whole = digits(text);
  if (whole == 0 || (whole > 1 && text[0] == '0')) { return false; }
  text.remove_prefix(whole);
  if (text.starts_with('.')) {
    const std::size_t fraction = digits(text.substr(1));
    if (fraction == 0) { return false; }
    text.remove_prefix(1 + fraction);
  }
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    if (text.starts_with('+') || text.starts_with('-')) { text.remove_prefix(1); }
    const std::size_t exponent = digits(text);
    if (exponent == 0) { return false; }
    text.remove_prefix(exponent);
  }
  return text.empty();
}

std::optional<std::string_view> without_escapes(std::string_view text, Tree& tree) {
  char* const start = tree.room(text.size()); // no escape is shorter than its meaning
  char* to = start;
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find('\\'), text.size());
    std::memcpy(to, text.data(), plain);
    to += plain;
    text.remove_prefix(plain);
    if (text.empty()) { break; }
    if (text.size() < 2) { return std::nullopt; }
    const char letter = text[1];
    text.remove_prefix(2);
    if (letter == 'u') {
      const std::optional<char32_t> point = unicode_escape(text);
      if (!point) { return std::nullopt; }
      to += put_utf8(to, *point);
    } else if (const char meant = short_escape(letter); meant != 0) {
      *to++ = meant;
    } else {
      return std::nullopt;
    }
  }
  return std::string_view(start, static_cast<std::size_t>(to - start));
}

} // namespace document
