// SPDX-License-Identifier: Apache-2.0
// "Did you mean …?"
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace util {

// How many single-byte insertions, deletions, replacements and swaps of neighbours turn `a` into `b`
// (Damerau-Levenshtein, each stretch edited once).
std::size_t edit_distance(std::string_view a, std::string_view b);

// The candidate that `word` most likely meant: the nearest one, the first of several, if it is near enough that
// proposing it helps: one edit for words up to 3 bytes, two up to 6, three beyond.
std::optional<std::string_view> closest(std::string_view word, std::span<const std::string_view> candidates);

// How a sentence about an unknown word goes on: "; did you mean NAME?", and empty where no candidate is near enough.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

} // namespace util
