// SPDX-License-Identifier: Apache-2.0
#include "engine/verify/frontier.hpp"

#include <algorithm>
#include <functional>

namespace engine::verification {

namespace {

std::string text(const Counts& counts, std::size_t classes) {
  std::string text;
  for (std::size_t k = 0; k < classes; ++k) { util::append(text, util::concat(k == 0 ? "" : ",", counts[k])); }
  return text;
}

std::string text(const std::vector<std::int64_t>& counts) {
  std::string text;
  for (const std::int64_t count : counts) { util::append(text, util::concat(text.empty() ? "" : ",", count)); }
  return text;
}

} // namespace

// In descending order only an earlier vector can exceed a vector, and its first number is never smaller. `third[b]` is
// the greatest third number so far among vectors with a second number of b or more.
Greatest greatest_of(std::vector<Counts> vectors) {
  std::ranges::sort(vectors, std::greater());
  std::vector<std::int64_t> third;
  Greatest kept;
  for (const Counts& counts : vectors) {
    const auto second = static_cast<std::size_t>(counts[1]);
    if (third.size() <= second) { third.resize(second + 1, -1); }
    if (third[second] >= counts[2]) { continue; }
    for (std::size_t b = second + 1; b-- > 0 && third[b] < counts[2];) { third[b] = counts[2]; }
    kept.push_back(counts);
  }
  return kept;
}

Greatest sums(const Greatest& a, const Greatest& b, const Counts& sizes) {
  std::vector<Counts> all;
  all.reserve(a.size() * b.size());
  for (const Counts& x : a) {
    for (const Counts& y : b) {
      Counts& sum = all.emplace_back();
      for (std::size_t k = 0; k < sum.size(); ++k) { sum[k] = std::min(x[k] + y[k], sizes[k]); }
    }
  }
  return greatest_of(std::move(all));
}

Greatest sums_of_equal(Greatest one, std::int64_t count, const Counts& sizes) {
  Greatest all = {Counts{}};
  for (; count > 0; count /= 2) {
    if (count % 2 == 1) { all = sums(all, one, sizes); }
    if (count > 1) { one = sums(one, one, sizes); }
  }
  return all;
}

std::string digest(const Greatest& vectors, std::size_t classes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const Counts& counts : vectors) {
    for (const char character : text(counts, classes) + ';') {
      hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001b3;
    }
  }
  std::string digits(16, '0');
  for (std::size_t i = digits.size(); i-- > 0; hash /= 16) { digits[i] = "0123456789abcdef"[hash % 16]; }
  return digits;
}

Doubt differs(const std::string& field, const model::Frontier& says, const Greatest& truth, std::size_t classes) {
  for (std::size_t i = 0; i < std::max(says.size(), truth.size()); ++i) {
    const std::string claimed = i < says.size() ? util::concat('[', text(says[i]), ']') : "";
    const std::string counted = i < truth.size() ? util::concat('[', text(truth[i], classes), ']') : "";
    if (Doubt doubt = differs(element(field, i), claimed, counted)) { return doubt; }
  }
  return std::nullopt;
}

} // namespace engine::verification
