// SPDX-License-Identifier: Apache-2.0
// Makes text from a cluster or a file safe for a terminal or a CI log.
#pragma once

#include <string>
#include <string_view>

namespace util {

// Returns `text` with every character escaped that could control a terminal or deceive a reader: control characters
// (C0, DEL, C1), bidirectional and zero-width format characters, line and paragraph separators as \n, \t, \r, \x1b or
// \u202e; bytes that are not UTF-8 as \xff. Other text, accents and CJK included, is unchanged.
std::string visible(std::string_view text);

// True if visible() escapes the character.
bool is_deceptive(char32_t code);

// Number of terminal columns of `text`: wide (CJK, emoji) characters take 2, combining ones 0. `text` is UTF-8.
int display_width(std::string_view text);

} // namespace util
