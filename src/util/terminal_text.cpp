// SPDX-License-Identifier: Apache-2.0
#include "util/terminal_text.hpp"

#include "util/runner_commands.hpp"
#include "util/utf8.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace util {

namespace {

struct Range {
  char32_t first, last;
};

template <std::size_t count>
constexpr bool contains(const std::array<Range, count>& ranges, char32_t code) {
  const auto after = std::upper_bound(ranges.begin(), ranges.end(), code,
                                      [](char32_t value, const Range& range) { return value < range.first; });
  return after != ranges.begin() && code <= std::prev(after)->last;
}

// clang-format off
// Characters that move, hide or reorder the visible text: controls, bidirectional and zero-width formats, line and
// paragraph separators, invisible operators, interlinear annotations and tags; and the two that XML forbids. Sorted.
constexpr std::array k_deceptive = std::to_array<Range>({
    {0x0000, 0x001F}, {0x007F, 0x009F}, {0x00AD, 0x00AD}, {0x061C, 0x061C}, {0x180E, 0x180E}, {0x200B, 0x200F},
    {0x2028, 0x202E}, {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xFFFE, 0xFFFF}, {0xE0000, 0xE007F},
});

// Combining characters, drawn on the character before them (Unicode categories Mn and Me, the common blocks). Sorted.
constexpr std::array k_combining = std::to_array<Range>({
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x05BF, 0x05BF}, {0x05C1, 0x05C2}, {0x05C4, 0x05C5},
    {0x05C7, 0x05C7}, {0x0610, 0x061A}, {0x064B, 0x065F}, {0x0670, 0x0670}, {0x06D6, 0x06DC}, {0x06DF, 0x06E4},
    {0x06E7, 0x06E8}, {0x06EA, 0x06ED}, {0x0711, 0x0711}, {0x0730, 0x074A}, {0x0900, 0x0902}, {0x093A, 0x093A},
    {0x093C, 0x093C}, {0x0941, 0x0948}, {0x094D, 0x094D}, {0x0951, 0x0957}, {0x0E31, 0x0E31}, {0x0E34, 0x0E3A},
    {0x0E47, 0x0E4E}, {0x0EB1, 0x0EB1}, {0x0EB4, 0x0EBC}, {0x0EC8, 0x0ECD}, {0x135D, 0x135F}, {0x1AB0, 0x1AFF},
    {0x1DC0, 0x1DFF}, {0x20D0, 0x20F0}, {0x302A, 0x302D}, {0x3099, 0x309A}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F},
    {0xE0100, 0xE01EF},
});

// Characters that take two columns (Unicode East Asian Width W and F, emoji included). Sorted.
constexpr std::array k_wide = std::to_array<Range>({
    {0x1100, 0x115F}, {0x231A, 0x231B}, {0x2329, 0x232A}, {0x23E9, 0x23EC}, {0x23F0, 0x23F0}, {0x23F3, 0x23F3},
    {0x25FD, 0x25FE}, {0x2614, 0x2615}, {0x2648, 0x2653}, {0x267F, 0x267F}, {0x2693, 0x2693}, {0x26A1, 0x26A1},
    {0x26AA, 0x26AB}, {0x26BD, 0x26BE}, {0x26C4, 0x26C5}, {0x26CE, 0x26CE}, {0x26D4, 0x26D4}, {0x26EA, 0x26EA},
    {0x26F2, 0x26F3}, {0x26F5, 0x26F5}, {0x26FA, 0x26FA}, {0x26FD, 0x26FD}, {0x2705, 0x2705}, {0x270A, 0x270B},
    {0x2728, 0x2728}, {0x274C, 0x274C}, {0x274E, 0x274E}, {0x2753, 0x2755}, {0x2757, 0x2757}, {0x2795, 0x2797},
    {0x27B0, 0x27B0}, {0x27BF, 0x27BF}, {0x2B1B, 0x2B1C}, {0x2B50, 0x2B50}, {0x2B55, 0x2B55}, {0x2E80, 0x303E},
    {0x3041, 0x33FF}, {0x3400, 0x4DBF}, {0x4E00, 0xA4CF}, {0xA960, 0xA97C}, {0xAC00, 0xD7A3}, {0xF900, 0xFAFF},
    {0xFE10, 0xFE19}, {0xFE30, 0xFE6F}, {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6}, {0x16FE0, 0x18CFF}, {0x1B000, 0x1B2FB},
    {0x1F004, 0x1F004}, {0x1F0CF, 0x1F0CF}, {0x1F18E, 0x1F18E}, {0x1F191, 0x1F19A}, {0x1F200, 0x1F320},
    {0x1F32D, 0x1F335}, {0x1F337, 0x1F37C}, {0x1F37E, 0x1F393}, {0x1F3A0, 0x1F3CA}, {0x1F3CF, 0x1F3D3},
    {0x1F3E0, 0x1F3F0}, {0x1F3F4, 0x1F3F4}, {0x1F3F8, 0x1F43E}, {0x1F440, 0x1F440}, {0x1F442, 0x1F4FC},
    {0x1F4FF, 0x1F53D}, {0x1F54B, 0x1F54E}, {0x1F550, 0x1F567}, {0x1F57A, 0x1F57A}, {0x1F595, 0x1F596},
    {0x1F5A4, 0x1F5A4}, {0x1F5FB, 0x1F64F}, {0x1F680, 0x1F6C5}, {0x1F6CC, 0x1F6CC}, {0x1F6D0, 0x1F6D2},
    {0x1F6D5, 0x1F6D7}, {0x1F6DC, 0x1F6DF}, {0x1F6EB, 0x1F6EC}, {0x1F6F4, 0x1F6FC}, {0x1F7E0, 0x1F7EB},
    {0x1F7F0, 0x1F7F0}, {0x1F90C, 0x1F93A}, {0x1F93C, 0x1F945}, {0x1F947, 0x1F9FF}, {0x1FA70, 0x1FAFF},
    {0x20000, 0x2FFFD}, {0x30000, 0x3FFFD},
});
// clang-format on

static_assert(std::ranges::is_sorted(k_deceptive, {}, &Range::first));
static_assert(std::ranges::is_sorted(k_combining, {}, &Range::first));
static_assert(std::ranges::is_sorted(k_wide, {}, &Range::first));

void append_hex(std::string& out, char kind, char32_t value, unsigned digits) {
  out += '\\';
  out += kind;
  while (digits-- > 0) { out += "0123456789abcdef"[(value >> (4 * digits)) & 0xFU]; }
}

void append_escaped(std::string& out, char32_t code) {
  switch (code) {
  case '\n':
    out += "\\n";
    return;
  case '\t':
    out += "\\t";
    return;
  case '\r':
    out += "\\r";
    return;
  default:
    break;
  }
  if (code < 0x80) { return append_hex(out, 'x', code, 2); }
  if (code < 0x10000) { return append_hex(out, 'u', code, 4); }
  append_hex(out, 'U', code, 8);
}

int columns(const Utf8Character& character) {
  if (!character.valid) { return 1; } // terminals draw one replacement character
  if (contains(k_deceptive, character.code) || contains(k_combining, character.code)) { return 0; }
  return contains(k_wide, character.code) ? 2 : 1;
}

} // namespace

bool is_deceptive(char32_t code) { return contains(k_deceptive, code); }

namespace {

// `command`: the position of the first command, if these are escaped.
std::string escaped(std::string_view text, std::size_t command) {
  std::string out;
  out.reserve(text.size());
  const std::string_view whole = text;
  while (!text.empty()) {
    const Utf8Character character = first_character(text);
    const std::size_t at = whole.size() - text.size();
    if (at == command) {
      append_hex(out, 'x', character.code, 2);
      command = find_inline_command(whole, at + 1);
    } else if (!character.valid) {
      append_hex(out, 'x', character.code, 2);
    } else if (contains(k_deceptive, character.code)) {
      append_escaped(out, character.code);
    } else {
      out += text.substr(0, character.bytes);
    }
    text.remove_prefix(character.bytes);
  }
  return out;
}

} // namespace

std::string visible(std::string_view text) { return escaped(text, find_inline_command(text)); }

std::string visible_characters(std::string_view text) { return escaped(text, std::string_view::npos); }

int display_width(std::string_view text) {
  int width = 0;
  while (!text.empty()) {
    const Utf8Character character = first_character(text);
    width += columns(character);
    text.remove_prefix(character.bytes);
  }
  return width;
}

} // namespace util
