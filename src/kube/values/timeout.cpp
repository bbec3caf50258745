// SPDX-License-Identifier: Apache-2.0
#include "kube/values/timeout.hpp"

#include "util/ascii.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>

namespace kube {

namespace {

constexpr std::int64_t k_most = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t k_second = 1'000'000'000;

struct Unit {
  std::string_view name;
  std::int64_t nanoseconds;
};
// Both micro signs (U+00B5, U+03BC). "m" comes after "ms".
constexpr std::array<Unit, 8> k_units = {{{"ns", 1},
                                          {"us", 1'000},
                                          {"\u00b5s", 1'000},
                                          {"\u03bcs", 1'000},
                                          {"ms", 1'000'000},
                                          {"s", k_second},
                                          {"m", 60 * k_second},
                                          {"h", 3600 * k_second}}};

std::optional<std::int64_t> take_unit(std::string_view& text) {
  for (const Unit& unit : k_units) {
    const std::string_view rest = text.substr(std::min(unit.name.size(), text.size()));
    const bool ends = rest.empty() || util::is_digit(rest.front()) || rest.front() == '.';
    if (!text.starts_with(unit.name) || !ends) { continue; }
    text = rest;
    return unit.nanoseconds;
  }
  return std::nullopt;
}

// Reads one number with its unit, "1.5h".
std::optional<std::int64_t> take_part(std::string_view& text) {
  std::int64_t whole = 0, numerator = 0, denominator = 1;
  bool has_digits = false;
  for (; !text.empty() && util::is_digit(text.front()); text.remove_prefix(1)) {
    if (whole > (k_most - 9) / 10) { return std::nullopt; }
    whole = whole * 10 + (text.front() - '0');
    has_digits = true;
  }
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    for (; !text.empty() && util::is_digit(text.front()); text.remove_prefix(1)) {
      has_digits = true;
      if (denominator >= k_second * 1000) { continue; } // more digits would not change the nanoseconds of an hour
      numerator = numerator * 10 + (text.front() - '0');
      denominator *= 10;
    }
  }
  if (!has_digits) { return std::nullopt; }
  const std::optional<std::int64_t> unit = take_unit(text);
  if (!unit || whole > k_most / *unit) { return std::nullopt; }
  const auto fraction = static_cast<std::int64_t>(static_cast<double>(numerator) * static_cast<double>(*unit) /
                                                  static_cast<double>(denominator));
  if (whole * *unit > k_most - fraction) { return std::nullopt; }
  return whole * *unit + fraction;
}

std::optional<std::int64_t> parse_duration(std::string_view text) {
  if (text.starts_with('+')) { text.remove_prefix(1); }
  if (text == "0") { return 0; }
  if (text.empty()) { return std::nullopt; }
  std::int64_t total = 0;
  while (!text.empty()) {
    const std::optional<std::int64_t> part = take_part(text);
    if (!part || total > k_most - *part) { return std::nullopt; }
    total += *part;
  }
  return total;
}

// `count` of `unit`, with only the needed decimals, "1.5".
std::string decimal(std::int64_t count, std::int64_t unit) {
  std::string text = std::to_string(count / unit);
  std::string decimals = std::to_string(unit + count % unit).substr(1);
  while (!decimals.empty() && decimals.back() == '0') { decimals.pop_back(); }
  if (!decimals.empty()) { text += util::concat('.', decimals); }
  return text;
}

} // namespace

std::chrono::nanoseconds parse_request_timeout(std::string_view text) {
  if (const auto seconds = util::parse_int64(text); seconds && *seconds >= 0 && *seconds <= k_most / k_second) {
    return std::chrono::seconds(*seconds);
  }
  if (const auto duration = parse_duration(text)) { return std::chrono::nanoseconds(*duration); }
  throw util::Error("Invalid timeout value. Timeout must be a single integer in seconds, or an integer followed by a "
                    "corresponding time unit (e.g. 1s | 2m | 3h)");
}

std::string duration_text(std::chrono::nanoseconds duration) {
  const std::int64_t count = duration.count();
  if (count == 0) { return "0s"; }
  if (count < 1'000) { return util::concat(count, "ns"); }
  if (count < 1'000'000) { return decimal(count, 1'000) + "\u00b5s"; }
  if (count < k_second) { return decimal(count, 1'000'000) + "ms"; }
  const std::int64_t minutes = count / (60 * k_second);
  std::string text = decimal(count % (60 * k_second), k_second) + "s";
  if (minutes > 0) { text = util::concat(minutes % 60, 'm', text); }
  if (minutes >= 60) { text = util::concat(minutes / 60, 'h', text); }
  return text;
}

} // namespace kube
