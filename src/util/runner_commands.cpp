// SPDX-License-Identifier: Apache-2.0
#include "util/runner_commands.hpp"

#include "util/ascii.hpp"
#include "util/utf8.hpp"

#include <algorithm>
#include <cstdint>

namespace util {

namespace {

constexpr std::string_view k_colons = "::";

// Char.IsWhiteSpace of .NET.
bool is_blank(char32_t code) {
  return (code >= 0x09 && code <= 0x0D) || code == ' ' || code == 0x85 || code == 0xA0 || code == 0x1680 ||
         (code >= 0x2000 && code <= 0x200A) || code == 0x2028 || code == 0x2029 || code == 0x202F || code == 0x205F ||
         code == 0x3000;
}

bool is_inline_command(std::string_view text) {
  constexpr std::string_view k_azure = "##vso[";
  return text.starts_with("##[") || lowercase(text.substr(0, k_azure.size())) == k_azure;
}

} // namespace

std::size_t find_inline_command(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find('#', from); at != std::string_view::npos; at = text.find('#', at + 1)) {
    if (is_inline_command(text.substr(at))) { return at; }
  }
  return std::string_view::npos;
}

std::size_t find_line_command(std::string_view line) {
  for (std::size_t at = 0; at < line.size();) {
    if (line.substr(at).starts_with(k_colons)) { return at; }
    const Utf8Character next = first_character(line.substr(at));
    if (!next.valid || !is_blank(next.code)) { break; }
    at += next.bytes;
  }
  return std::string_view::npos;
}

bool is_runner_command(std::string_view line) {
  return find_line_command(line) != std::string_view::npos || find_inline_command(line) != std::string_view::npos;
}

std::string without_runner_commands(std::string lines) {
  for (std::size_t start = 0; start < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', start), lines.size());
    const std::size_t colons = find_line_command(std::string_view(lines).substr(start, end - start));
    if (colons != std::string::npos) { lines.replace(start + colons, 1, "\\x3a"); }
    start = lines.find('\n', start);
    start = start == std::string::npos ? lines.size() : start + 1;
  }
  for (std::size_t at = find_inline_command(lines); at != std::string::npos; at = find_inline_command(lines, at)) {
    lines.replace(at, 1, "\\x23");
  }
  return lines;
}

} // namespace util
