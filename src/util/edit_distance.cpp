// SPDX-License-Identifier: Apache-2.0
#include "util/edit_distance.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace util {

namespace {

std::size_t cut_off(std::size_t word_bytes) { return word_bytes <= 3 ? 1 : word_bytes <= 6 ? 2 : 3; }

// A lower bound of the distance, without its table: each edit takes one byte away, adds one, or both.
std::size_t bytes_apart(std::string_view a, std::string_view b) {
  std::array<std::int32_t, 256> surplus{};
  for (const char byte : a) { ++surplus[static_cast<unsigned char>(byte)]; }
  std::size_t missing_in_a = 0;
  for (const char byte : b) { missing_in_a += --surplus[static_cast<unsigned char>(byte)] < 0 ? 1 : 0; }
  return std::max(missing_in_a, a.size() + missing_in_a - b.size());
}

} // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Three rows of the usual table, because a swap looks two rows back.
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) { row[j] = j; }
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before_last, last);
    std::swap(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) { row[j] = std::min(row[j], before_last[j - 2] + 1); }
    }
  }
  return row[b.size()];
}

std::optional<std::string_view> closest(std::string_view word, std::span<const std::string_view> candidates) {
  std::optional<std::string_view> best;
  std::size_t limit = cut_off(word.size());
  for (const std::string_view candidate : candidates) {
    const std::size_t longer = std::max(word.size(), candidate.size());
    if (longer - std::min(word.size(), candidate.size()) > limit || bytes_apart(word, candidate) > limit) { continue; }
    const std::size_t distance = edit_distance(word, candidate);
    // If a distance equals the length of the words, they resemble each other only by chance.
    if (distance > limit || distance >= longer) { continue; }
    best = candidate;
    if (distance == 0) { return best; }
    limit = distance - 1;
  }
  return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates) {
  const auto near = closest(word, candidates);
  return near ? concat("; did you mean ", *near, '?') : std::string();
}

} // namespace util
