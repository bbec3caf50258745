// SPDX-License-Identifier: Apache-2.0
// --sort-by. (kubectl cmd/get/sorter.go; this one is stable, so that equal rows stay in the report's order.)
#include "document/reading/jsonpath.hpp"
#include "model/values/quantity.hpp"
#include "report/structured/rows.hpp"
#include "report/write.hpp"
#include "util/ascii.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace report {

namespace {

using document::Output;

// "node-9" before "node-10": runs of digits count as numbers.
bool natural_less(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (util::is_digit(a.front()) && util::is_digit(b.front())) {
      const auto take = [](std::string_view& text) {
        while (text.size() > 1 && text[0] == '0' && util::is_digit(text[1])) { text.remove_prefix(1); }
        const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
        const std::string_view digits = text.substr(0, end);
        text.remove_prefix(end);
        return digits;
      };
      const std::string_view x = take(a), y = take(b);
      if (x.size() != y.size()) { return x.size() < y.size(); }
      if (x != y) { return x < y; }
      continue;
    }
    if (a.front() != b.front()) {
      return static_cast<unsigned char>(a.front()) < static_cast<unsigned char>(b.front());
    }
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return a.size() < b.size();
}

bool less(const Output& a, const Output& b) {
  if (a.data().index() != b.data().index()) { return a.data().index() < b.data().index(); }
  if (const auto* const number = std::get_if<std::int64_t>(&a.data())) {
    return *number < std::get<std::int64_t>(b.data());
  }
  if (const auto* const truth = std::get_if<bool>(&a.data())) { return !*truth && std::get<bool>(b.data()); }
  const auto* const text = std::get_if<std::string>(&a.data());
  if (!text) { return document::to_json_line(a) < document::to_json_line(b); }
  const std::string& other = std::get<std::string>(b.data());
  const auto x = model::Quantity::parse(*text), y = model::Quantity::parse(other);
  return x && y ? *x < *y : natural_less(*text, other);
}

template <typename Items>
bool sort_rows(Items& items, const document::JsonPath& path) {
  using Item = typename Items::value_type;
  std::vector<std::pair<std::optional<Output>, Item>> keyed;
  bool found = false;
  for (Item& item : items) {
    std::vector<Output> values = path.find(row_output(item));
    found = found || !values.empty();
    keyed.emplace_back(values.empty() ? std::nullopt : std::optional(std::move(values.front())), std::move(item));
  }
  std::ranges::stable_sort(keyed, [](const auto& a, const auto& b) {
    if (!a.first || !b.first) { return !a.first && b.first; }
    return less(*a.first, *b.first);
  });
  items.clear();
  for (auto& [key, item] : keyed) { items.push_back(std::move(item)); }
  return found;
}

} // namespace

void check_sort_path(std::string_view text) { const document::JsonPath path(document::relaxed_path(text)); }

void sort_by(model::Report& report, std::string_view text) {
  const std::string expression = document::relaxed_path(text);
  const document::JsonPath path(expression);
  bool found = false, is_empty = true;
  each_list_of_rows(report, [&](auto& items) {
    is_empty = is_empty && items.empty();
    found |= sort_rows(items, path);
  });
  if (!found && !is_empty) {
    throw util::Error(fmt::format("couldn't find any field with path \"{}\" in the list of objects", expression));
  }
}

} // namespace report
