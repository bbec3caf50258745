// SPDX-License-Identifier: Apache-2.0
// Basic grammar for generated sentences.
#include "report/english.hpp"

#include <fmt/format.h>

namespace report {

std::string counted(std::int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string ordinal(std::int64_t number) {
  const std::int64_t tens = number / 10 % 10, ones = number % 10;
  const std::string_view ending = tens == 1 ? "th" : ones == 1 ? "st" : ones == 2 ? "nd" : ones == 3 ? "rd" : "th";
  return fmt::format("{}{}", number, ending);
}

std::string_view one_or_many(std::int64_t count, std::string_view one, std::string_view many) {
  return count == 1 ? one : many;
}

std::string listed(const std::vector<std::string>& items) {
  if (items.empty()) { return {}; }
  if (items.size() == 1) { return items.front(); }
  return fmt::format("{} and {}", fmt::join(items.begin(), items.end() - 1, ", "), items.back());
}

std::string listed_up_to(const std::vector<std::string>& items, std::size_t shown) {
  if (items.size() <= shown + 1) { return listed(items); }
  std::vector<std::string> some(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(shown));
  some.push_back(fmt::format("{} more", items.size() - shown));
  return listed(some);
}

std::string capitalized(std::string_view text) {
  std::string result(text);
  if (!result.empty() && result[0] >= 'a' && result[0] <= 'z') { result[0] = static_cast<char>(result[0] - 'a' + 'A'); }
  return result;
}

} // namespace report
