// SPDX-License-Identifier: Apache-2.0
// Short text for the names of many equal pods.
#include "report/words/member_names.hpp"

#include "report/english.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fmt/format.h>
#include <optional>
#include <tuple>

namespace report {

namespace {

constexpr std::size_t k_most_digits = 18; // more do not fit into 64 bits
constexpr std::size_t k_shortest_run = 3; // "a-1, a-2" is clearer than "a-1 ... a-2"
constexpr std::size_t k_most_parts = 3;   // limit for a readable sentence

// A name that ends in a number. `digits` serves padded numbers: sweep-007.
struct Numbered {
  std::string_view stem;
  std::uint64_t number = 0;
  std::size_t digits = 0;
};

std::optional<Numbered> numbered(std::string_view name) {
  std::size_t start = name.size();
  while (start > 0 && name[start - 1] >= '0' && name[start - 1] <= '9') { --start; }
  const std::size_t digits = name.size() - start;
  if (digits == 0 || digits > k_most_digits) { return std::nullopt; }
  Numbered result{name.substr(0, start), 0, digits};
  std::from_chars(name.data() + start, name.data() + name.size(), result.number);
  return result;
}

bool follows(std::string_view before, std::string_view after) {
  const auto a = numbered(before), b = numbered(after);
  if (!a || !b || a->stem != b->stem || a->number + 1 != b->number) { return false; }
  const std::string_view digits = before.substr(a->stem.size());
  const bool grows = b->digits == a->digits + 1 && digits.find_first_not_of('9') == std::string_view::npos;
  return a->digits == b->digits || grows;
}

// A run of consecutive names becomes one part; each other name is a part of its own.
std::vector<std::string> parts_of(const std::vector<std::string>& names) {
  std::vector<std::string> parts;
  const auto at = [&](std::size_t index) { return names.begin() + static_cast<std::ptrdiff_t>(index); };
  for (std::size_t first = 0; first < names.size();) {
    std::size_t last = first;
    while (last + 1 < names.size() && follows(names[last], names[last + 1])) { ++last; }
    if (last - first + 1 >= k_shortest_run) {
      parts.push_back(fmt::format("{} ... {}", names[first], names[last]));
    } else {
      parts.insert(parts.end(), at(first), at(last + 1));
    }
    first = last + 1;
  }
  return parts;
}

} // namespace

// A name without a number is all stem. Comparing plain names if their stems differ would not give an order: a-2 < a-10
// (numbers), a-10 < a-1x and a-1x < a-2 (letters).
bool counts_before(std::string_view a, std::string_view b) {
  const Numbered left = numbered(a).value_or(Numbered{a}), right = numbered(b).value_or(Numbered{b});
  return std::tie(left.stem, left.number, left.digits) < std::tie(right.stem, right.number, right.digits);
}

std::string folded_names(std::vector<std::string> names, std::string_view noun) {
  std::sort(names.begin(), names.end(), counts_before);
  const std::vector<std::string> parts = parts_of(names);
  if (parts.size() == names.size()) { return listed_up_to(names, k_most_parts); }
  const std::string members = counted(static_cast<std::int64_t>(names.size()), noun);
  if (parts.size() <= k_most_parts) { return fmt::format("{} ({})", util::joined(parts, ", "), members); }
  return fmt::format("{}, {} and others ({})", parts[0], parts[1], members);
}

} // namespace report
