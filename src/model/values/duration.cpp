// SPDX-License-Identifier: Apache-2.0
// Durations: Go's notation, and the AGE column.
#include "model/values/time.hpp"
#include "util/ascii.hpp"
#include "util/concat.hpp"
#include "util/int128.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace model {

namespace {

using Wide = util::int128;
constexpr std::int64_t k_second = 1'000'000'000;
constexpr std::int64_t k_eight_years = 8LL * 365; // in days; leap days do not count
constexpr Wide k_least = std::numeric_limits<std::int64_t>::min();
constexpr Wide k_most_nanoseconds = std::numeric_limits<std::int64_t>::max();

struct Unit {
  std::string_view name;
  std::int64_t nanos;
};

// A longer name comes before a name that it begins with. Go accepts both spellings of micro.
constexpr std::array k_units = std::to_array<Unit>({
    {"ns", 1},
    {"us", 1'000},
    {"µs", 1'000}, // U+00B5
    {"μs", 1'000}, // U+03BC
    {"ms", 1'000'000},
    {"s", k_second},
    {"m", 60 * k_second},
    {"h", 3600 * k_second},
});

std::string_view take_digits(std::string_view& text) {
  std::size_t count = 0;
  while (count < text.size() && util::is_digit(text[count])) { ++count; }
  const std::string_view digits = text.substr(0, count);
  text.remove_prefix(count);
  return digits;
}

std::optional<std::int64_t> take_unit(std::string_view& text) {
  std::size_t length = 0;
  while (length < text.size() && text[length] != '.' && !util::is_digit(text[length])) { ++length; }
  for (const Unit& unit : k_units) {
    if (unit.name != text.substr(0, length)) { continue; }
    text.remove_prefix(length);
    return unit.nanos;
  }
  return std::nullopt;
}

// `whole`.`fraction` times `unit`, truncated to whole nanoseconds; nullopt beyond about 292 years.
std::optional<Wide> scaled(std::string_view whole, std::string_view fraction, std::int64_t unit) {
  Wide number = 0;
  for (const char c : whole) {
    number = number * 10 + (c - '0');
    if (number > -k_least) { return std::nullopt; }
  }
  Wide part = 0;
  for (std::size_t i = fraction.size(); i > 0; --i) { part = ((fraction[i - 1] - '0') * Wide{unit} + part) / 10; }
  return number * unit + part;
}

// Takes a number and its unit from the front of `text`.
std::optional<Wide> take_term(std::string_view& text) {
  const std::string_view whole = take_digits(text);
  std::string_view fraction;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    fraction = take_digits(text);
  }
  if (whole.empty() && fraction.empty()) { return std::nullopt; }
  const auto unit = take_unit(text);
  return unit ? scaled(whole, fraction, *unit) : std::nullopt;
}

// "1.5s" from 1500000000 and a unit of 1000000000: no trailing zeros.
std::string with_fraction(std::uint64_t nanos, std::uint64_t unit, std::string_view name) {
  std::string text = std::to_string(nanos / unit);
  std::string fraction;
  for (std::uint64_t rest = nanos % unit; rest != 0; rest = rest * 10 % unit) {
    fraction += static_cast<char>('0' + rest * 10 / unit);
  }
  if (!fraction.empty()) { text += '.' + fraction; }
  return text.append(name);
}

// "5d3h", or "5d" if the second part is zero.
std::string two_parts(std::int64_t big, char big_unit, std::int64_t small, char small_unit) {
  return small == 0 ? util::concat(big, big_unit) : util::concat(big, big_unit, small, small_unit);
}

} // namespace

std::string go_duration_text(std::int64_t nanos) {
  if (nanos == 0) { return "0s"; }
  const std::string sign = nanos < 0 ? "-" : "";
  const std::uint64_t size = nanos < 0 ? 0 - static_cast<std::uint64_t>(nanos) : static_cast<std::uint64_t>(nanos);
  if (size < 1'000) { return sign + with_fraction(size, 1, "ns"); }
  if (size < 1'000'000) { return sign + with_fraction(size, 1'000, "µs"); }
  if (size < k_second) { return sign + with_fraction(size, 1'000'000, "ms"); }
  const std::uint64_t minutes = size / (60 * k_second);
  const std::string seconds = with_fraction(size % (60 * k_second), k_second, "s");
  if (minutes == 0) { return sign + seconds; }
  if (minutes < 60) { return util::concat(sign, minutes, 'm', seconds); }
  return util::concat(sign, minutes / 60, 'h', minutes % 60, 'm', seconds);
}

std::optional<std::int64_t> parse_go_duration(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) { text.remove_prefix(1); }
  if (text == "0") { return 0; }
  if (text.empty()) { return std::nullopt; }
  Wide total = 0;
  while (!text.empty()) {
    const auto term = take_term(text);
    if (!term) { return std::nullopt; }
    total += *term;
    if (total > -k_least) { return std::nullopt; }
  }
  if (negative) { return static_cast<std::int64_t>(-total); }
  if (total > k_most_nanoseconds) { return std::nullopt; }
  return static_cast<std::int64_t>(total);
}

std::string age_text(double seconds) {
  // Clocks differ: up to two seconds in the future still count as now.
  if (!(seconds > -2)) { return "<invalid>"; }
  constexpr double longest = 9e15; // far beyond any date, and exact as a double
  const auto s = static_cast<std::int64_t>(std::trunc(std::min(seconds, longest)));
  if (s < 0) { return "0s"; }
  const std::int64_t minutes = s / 60, hours = s / 3600, days = s / 86'400;
  if (s < 120) { return util::concat(s, 's'); }
  if (minutes < 10) { return two_parts(minutes, 'm', s % 60, 's'); }
  if (minutes < 180) { return util::concat(minutes, 'm'); }
  if (hours < 8) { return two_parts(hours, 'h', minutes % 60, 'm'); }
  if (hours < 48) { return util::concat(hours, 'h'); }
  if (hours < 192) { return two_parts(days, 'd', hours % 24, 'h'); }
  if (days < 730) { return util::concat(days, 'd'); }
  if (days < k_eight_years) { return two_parts(days / 365, 'y', days % 365, 'd'); }
  return util::concat(days / 365, 'y');
}

} // namespace model
