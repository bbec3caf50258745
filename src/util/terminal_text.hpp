// SPDX-License-Identifier: Apache-2.0
// Makes text from a cluster or a file safe for a terminal or a CI log.
#pragma once

#include <string>
#include <string_view>

namespace util {

// Returns `text` with every character escaped that could control a terminal or deceive a reader: control characters
// (C0, DEL, C1), bidirectional and zero-width format characters, line and paragraph separators as \n, \t, \r, \x1b or
// \u202e; bytes that are not UTF-8 as \xff. Also escapes the commands to CI runners that count anywhere in a line
// (util::find_inline_command): \x23#vso[. Other text, accents and CJK included, is unchanged.
std::string visible(std::string_view text);

// The same without the commands, for formats that have their own escape for #.
std::string visible_characters(std::string_view text);

// True if visible() escapes the character wherever it is.
bool is_deceptive(char32_t code);

// Number of terminal columns of `text`: wide (CJK, emoji) characters take 2, combining ones 0. `text` is UTF-8.
int display_width(std::string_view text);

} // namespace util
