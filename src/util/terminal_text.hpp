// SPDX-License-Identifier: Apache-2.0
// Text from a cluster or a file, made safe for a terminal or a CI log.
#pragma once

#include <string>
#include <string_view>

namespace util {

// `text` with everything that could drive a terminal or deceive a reader written visibly: control characters
// (C0, DEL, C1), bidirectional and zero-width format characters, line and paragraph separators as \n, \t, \r, \x1b
// or \u202e; bytes that are not UTF-8 as \xff. Other text, accents and CJK included, is unchanged.
std::string visible(std::string_view text);

// Whether the character is one of those that visible() writes visibly.
bool is_deceptive(char32_t code);

// How many terminal columns `text` takes: wide (CJK, emoji) characters 2, combining ones 0. `text` is UTF-8.
int display_width(std::string_view text);

} // namespace util
