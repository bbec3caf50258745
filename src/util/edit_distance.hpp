// SPDX-License-Identifier: Apache-2.0
// "Did you mean …?"
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace util {

// Number of single-byte insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`
// (Damerau-Levenshtein; edits no stretch twice).
std::size_t edit_distance(std::string_view a, std::string_view b);

// The nearest candidate to `word`, the first of several. Nothing if no candidate is near enough to be a helpful
// proposal: one edit for words up to 3 bytes, two up to 6, three beyond.
std::optional<std::string_view> closest(std::string_view word, std::span<const std::string_view> candidates);

// Returns "; did you mean NAME?", the end of a sentence about an unknown word. Empty if no candidate is near enough.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

} // namespace util
