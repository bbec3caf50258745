// SPDX-License-Identifier: Apache-2.0
#include "document/yaml/yaml_number.hpp"

#include "util/ascii.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace document {

namespace {

std::size_t count_digits(std::string_view text) {
  std::size_t count = 0;
  while (count < text.size() && util::is_digit(text[count])) { ++count; }
  return count;
}

// Takes one or two digits off `text`; -1 if there are none.
int take_short(std::string_view& text) {
  const std::size_t count = std::min<std::size_t>(count_digits(text), 2);
  if (count == 0) { return -1; }
  int value = 0;
  std::from_chars(text.data(), text.data() + count, value);
  text.remove_prefix(count);
  return value;
}

bool take(std::string_view& text, char wanted) {
  if (!text.starts_with(wanted)) { return false; }
  text.remove_prefix(1);
  return true;
}

int days_in(int year, int month) {
  constexpr int k_days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return k_days[month - 1] + (month == 2 && leap ? 1 : 0);
}

bool take_date(std::string_view& text) {
  if (count_digits(text) != 4) { return false; }
  int year = 0;
  std::from_chars(text.data(), text.data() + 4, year);
  text.remove_prefix(4);
  if (!take(text, '-')) { return false; }
  const int month = take_short(text);
  if (month < 1 || month > 12 || !take(text, '-')) { return false; }
  const int day = take_short(text);
  return day >= 1 && day <= days_in(year, month);
}

bool take_clock(std::string_view& text) {
  const int hour = take_short(text);
  if (hour < 0 || hour > 23 || !take(text, ':')) { return false; }
  const int minute = take_short(text);
  if (minute < 0 || minute > 59 || !take(text, ':')) { return false; }
  const int second = take_short(text);
  if (second < 0 || second > 59) { return false; }
  if (text.starts_with('.') && count_digits(text.substr(1)) > 0) {
    text.remove_prefix(1 + count_digits(text.substr(1)));
  }
  return true;
}

// Z, or +07:00
bool is_zone(std::string_view text) {
  if (text == "Z") { return true; }
  if (text.size() != 6 || (text[0] != '+' && text[0] != '-') || text[3] != ':') { return false; }
  return count_digits(text.substr(1)) == 2 && count_digits(text.substr(4)) == 2;
}

// go-yaml's yamlStyleFloat: [-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?
bool is_float(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) { text.remove_prefix(1); }
  const std::size_t whole = count_digits(text);
  text.remove_prefix(whole);
  std::size_t fraction = 0;
  if (take(text, '.')) {
    fraction = count_digits(text);
    text.remove_prefix(fraction);
  }
  if (whole + fraction == 0) { return false; }
  if (take(text, 'e') || take(text, 'E')) {
    if (text.starts_with('-') || text.starts_with('+')) { text.remove_prefix(1); }
    const std::size_t exponent = count_digits(text);
    if (exponent == 0) { return false; }
    text.remove_prefix(exponent);
  }
  return text.empty();
}

struct Based {
  int base = 10;
  std::string_view digits;
};

Based based(std::string_view text) {
  if (text.size() < 2 || text[0] != '0') { return {10, text}; }
  switch (text[1]) {
  case 'x':
  case 'X':
    return {16, text.substr(2)};
  case 'o':
  case 'O':
    return {8, text.substr(2)};
  case 'b':
  case 'B':
    return {2, text.substr(2)};
  default:
    return {8, text.substr(1)};
  }
}

} // namespace

std::string yaml_integer(std::string_view text) {
  const bool negative = text.starts_with('-');
  const bool has_sign = negative || text.starts_with('+');
  const auto [base, digits] = based(has_sign ? text.substr(1) : text);
  if (digits.starts_with('-')) { return {}; } // from_chars would accept it
  std::uint64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stopped, error] = std::from_chars(digits.data(), end, value, base);
  if (digits.empty() || stopped != end || error != std::errc()) { return {}; }
  constexpr std::uint64_t k_most = std::uint64_t{1} << 63;
  // Go tries int64 first, then uint64, which allows no sign.
  if (has_sign && value > (negative ? k_most : k_most - 1)) { return {}; }
  return (negative && value != 0 ? "-" : "") + std::to_string(value);
}

std::optional<double> yaml_float(std::string_view text) {
  std::string plain;
  if (text.find('_') != std::string_view::npos) {
    // Go allows an underscore between two digits.
    for (std::size_t i = 0; i < text.size(); ++i) {
      const bool between = i > 0 && i + 1 < text.size() && util::is_digit(text[i - 1]) && util::is_digit(text[i + 1]);
      if (text[i] == '_' && !between) { return std::nullopt; }
      if (text[i] != '_') { plain += text[i]; }
    }
    text = plain;
  }
  if (!is_float(text)) { return std::nullopt; }
  if (text.starts_with('+')) { text.remove_prefix(1); } // from_chars allows no plus
  double value = 0;
  const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) {
    // A too large value is no float; a too small one is zero. from_chars does not distinguish them, but the exponent's
    // sign does.
    const bool small = text.find("e-") != std::string_view::npos || text.find("E-") != std::string_view::npos;
    if (!small) { return std::nullopt; }
    return text.starts_with('-') ? -0.0 : 0.0;
  }
  return value;
}

bool is_yaml_timestamp(std::string_view text) {
  if (!take_date(text)) { return false; }
  if (text.empty()) { return true; }
  if (take(text, ' ')) { return take_clock(text) && text.empty(); }
  if (!take(text, 'T') && !take(text, 't')) { return false; }
  return take_clock(text) && is_zone(text);
}

bool is_base60(std::string_view text) {
  // [-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?
  if (text.starts_with('-') || text.starts_with('+')) { text.remove_prefix(1); }
  if (count_digits(text) == 0) { return false; }
  while (!text.empty() && (util::is_digit(text[0]) || text[0] == '_')) { text.remove_prefix(1); }
  bool sixtieths = false;
  while (take(text, ':')) {
    const std::size_t count = count_digits(text);
    if (count == 0 || count > 2 || (count == 2 && text[0] > '5')) { return false; }
    text.remove_prefix(count);
    sixtieths = true;
  }
  if (!sixtieths) { return false; }
  if (take(text, '.')) {
    while (!text.empty() && (util::is_digit(text[0]) || text[0] == '_')) { text.remove_prefix(1); }
  }
  return text.empty();
}

// Go pads large numbers with zeros ("123456789012345680000"); to_chars' fixed form would write all digits of the binary
// number. So this starts from the shortest digits.
std::string go_json_float(double value) {
  char bytes[64];
  const auto result = std::to_chars(bytes, bytes + sizeof(bytes), value, std::chars_format::scientific);
  std::string_view text(bytes, static_cast<std::size_t>(result.ptr - bytes)); // -1.25e-07
  const std::string sign(take(text, '-') ? "-" : "");
  const std::size_t e = text.find('e');
  int exponent = 0;
  std::string_view power = text.substr(e + 1);
  take(power, '+');
  std::from_chars(power.data(), power.data() + power.size(), exponent);
  if (exponent < -6 || exponent >= 21) {
    return util::concat(sign, text.substr(0, e), exponent < 0 ? "e" : "e+", exponent);
  }
  std::string digits(text.substr(0, e));
  std::erase(digits, '.');
  if (exponent < 0) {
    for (int place = -1; place > exponent; --place) { digits.insert(0, "0"); }
    return util::concat(sign, "0.", digits);
  }
  const std::size_t whole = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() > whole) {
    digits.insert(whole, ".");
  } else {
    digits.append(whole - digits.size(), '0');
  }
  return util::concat(sign, digits);
}

std::string go_general_float(float value) {
  char bytes[64];
  const float size = std::fabs(value);
  const bool exponent = size != 0 && (size < 1e-4F || size >= 1e6F);
  const auto format = exponent ? std::chars_format::scientific : std::chars_format::fixed;
  const auto result = std::to_chars(bytes, bytes + sizeof(bytes), value, format);
  return {bytes, result.ptr};
}

} // namespace document
