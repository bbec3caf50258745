// SPDX-License-Identifier: Apache-2.0
// Amounts of resources in readable form.
#include "report/amounts.hpp"

#include <array>
#include <fmt/format.h>

namespace report {

namespace {

struct Unit {
  std::string_view suffix;
  int bits;
};

constexpr std::array<Unit, 6> k_units = {{{"Ei", 60}, {"Pi", 50}, {"Ti", 40}, {"Gi", 30}, {"Mi", 20}, {"Ki", 10}}};

// Up to this number of a smaller unit is easier to read than a rounded number of a larger unit.
constexpr std::int64_t k_readable = 10'000;

std::string hundredths_text(std::uint64_t hundredths) {
  const std::uint64_t whole = hundredths / 100, rest = hundredths % 100;
  if (rest == 0) { return fmt::format("{}", whole); }
  return rest % 10 == 0 ? fmt::format("{}.{}", whole, rest / 10) : fmt::format("{}.{:02}", whole, rest);
}

std::string bytes_text(std::int64_t bytes, Rounding rounding) {
  const Unit* exact = nullptr;   // the largest unit of which it is a whole multiple
  const Unit* largest = nullptr; // the largest unit that does not exceed it
  for (const Unit& unit : k_units) {
    const std::int64_t size = std::int64_t{1} << unit.bits;
    if (!largest && bytes >= size) { largest = &unit; }
    if (!exact && bytes % size == 0) { exact = &unit; }
  }
  if (!largest) { return fmt::format("{}", bytes); }
  const auto size = std::uint64_t{1} << largest->bits;
  const auto whole = static_cast<std::uint64_t>(bytes) >> largest->bits;
  const auto rest = static_cast<std::uint64_t>(bytes) & (size - 1);
  // rest / size in hundredths without overflow: scales the unit down to 2^50 first.
  const int shift = largest->bits > 50 ? largest->bits - 50 : 0;
  const std::uint64_t small_size = size >> shift, small_rest = rest >> shift;
  const bool fits = (small_rest * 100) % small_size == 0 && (small_rest << shift) == rest;
  if (!fits && exact && (bytes >> exact->bits) < k_readable) {
    return fmt::format("{}{}", bytes >> exact->bits, exact->suffix);
  }
  const std::uint64_t part = small_rest * 100 / small_size + (!fits && rounding == Rounding::Up ? 1 : 0);
  return hundredths_text(whole * 100 + part) + std::string(largest->suffix);
}

// Less than a core in thousandths, as Kubernetes prints it. More with decimals, so that 192 and 3.92 compare at a look.
std::string cpu_text(std::int64_t milli) {
  if (milli > 0 && milli < 1000) { return fmt::format("{}m", milli); }
  std::string text = fmt::format("{}.{:03}", milli / 1000, milli % 1000);
  text.resize(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) { text.pop_back(); }
  return text;
}

std::string positive_text(std::string_view resource, std::int64_t amount, Rounding rounding) {
  if (resource == "cpu") { return cpu_text(amount); }
  return is_in_bytes(resource) ? bytes_text(amount, rounding) : fmt::format("{}", amount);
}

} // namespace

bool is_in_bytes(std::string_view resource) {
  return resource == "memory" || resource == "ephemeral-storage" || resource == "storage" ||
         resource.starts_with("hugepages-");
}

std::string amount_text(std::string_view resource, std::int64_t amount, Rounding rounding) {
  if (amount >= 0) { return positive_text(resource, amount, rounding); }
  // Overcommitted nodes have negative free capacity. INT64_MIN has no positive counterpart.
  const std::int64_t positive = amount == INT64_MIN ? INT64_MAX : -amount;
  return "-" + positive_text(resource, positive, rounding == Rounding::Up ? Rounding::Down : Rounding::Up);
}

std::string amount_of_text(std::string_view resource, std::int64_t amount, Rounding rounding) {
  const std::string number = amount_text(resource, amount, rounding);
  if (resource == "pods") { return number + (amount == 1 ? " pod slot" : " pod slots"); }
  return fmt::format("{} {}", number, resource);
}

std::string exact_quantity(std::string_view resource, std::int64_t amount) {
  return fmt::format("{}{}", amount, resource == "cpu" ? "m" : "");
}

} // namespace report
