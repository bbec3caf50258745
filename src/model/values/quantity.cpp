// SPDX-License-Identifier: Apache-2.0
// Parsing, rounding and addition of quantities; the canonical text is in quantity_text.cpp.
#include "model/values/quantity.hpp"

#include "util/ascii.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace model {

namespace {

using Wide = util::int128;
// 2^127 - 1, written out because numeric_limits knows the type only in GNU mode. The least value is -k_widest.
constexpr Wide k_widest = ((Wide{1} << 126) - 1) + (Wide{1} << 126);
constexpr Wide k_most_binary = Wide{std::numeric_limits<std::int64_t>::max()} * k_nano_per_unit;

struct Suffix {
  std::string_view text;
  QuantityFormat format;
  int power; // of 1024 for BinarySI, of 10 for DecimalSI
};

// clang-format off
constexpr std::array k_suffixes = std::to_array<Suffix>({
    {"",   QuantityFormat::DecimalSI, 0},
    {"n",  QuantityFormat::DecimalSI, -9}, {"u",  QuantityFormat::DecimalSI, -6}, {"m",  QuantityFormat::DecimalSI, -3},
    {"k",  QuantityFormat::DecimalSI, 3},  {"M",  QuantityFormat::DecimalSI, 6},  {"G",  QuantityFormat::DecimalSI, 9},
    {"T",  QuantityFormat::DecimalSI, 12}, {"P",  QuantityFormat::DecimalSI, 15}, {"E",  QuantityFormat::DecimalSI, 18},
    {"Ki", QuantityFormat::BinarySI, 1},   {"Mi", QuantityFormat::BinarySI, 2},   {"Gi", QuantityFormat::BinarySI, 3},
    {"Ti", QuantityFormat::BinarySI, 4},   {"Pi", QuantityFormat::BinarySI, 5},   {"Ei", QuantityFormat::BinarySI, 6},
});
// clang-format on

// The parts of a quantity's text.
struct Pieces {
  bool negative = false;
  bool has_digits = false;
  std::string digits;     // before and after the dot, without leading zeros
  std::int64_t point = 0; // position of the dot in `digits`; may be outside on either side
  std::string_view suffix;
};

// Moves the longest run of characters that `wanted` accepts from the front of `text`.
template <typename Wanted>
std::string_view take_while(std::string_view& text, Wanted wanted) {
  std::size_t count = 0;
  while (count < text.size() && wanted(text[count])) { ++count; }
  const std::string_view taken = text.substr(0, count);
  text.remove_prefix(count);
  return taken;
}

// sign digits [. digits] letters [sign] digits, every part optional. (parseQuantityString)
std::optional<Pieces> split(std::string_view text) {
  if (text.empty()) { return std::nullopt; }
  Pieces pieces;
  pieces.negative = text.front() == '-';
  if (text.front() == '-' || text.front() == '+') { text.remove_prefix(1); }
  const std::string_view leading = take_while(text, [](char c) { return c == '0'; });
  const std::string_view whole = take_while(text, util::is_digit);
  pieces.digits = whole;
  pieces.point = static_cast<std::int64_t>(whole.size());
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    pieces.digits += take_while(text, util::is_digit);
  }
  pieces.has_digits = !leading.empty() || !pieces.digits.empty();
  pieces.suffix = text;
  take_while(text, [](char c) { return std::string_view("eEinumkKMGTP").find(c) != std::string_view::npos; });
  if (text.starts_with('-') || text.starts_with('+')) { text.remove_prefix(1); }
  take_while(text, util::is_digit);
  if (!text.empty()) { return std::nullopt; }
  const std::size_t zeros = std::min(pieces.digits.find_first_not_of('0'), pieces.digits.size());
  pieces.digits.erase(0, zeros);
  pieces.point -= static_cast<std::int64_t>(zeros);
  return pieces;
}

// The suffix, or nullopt if Kubernetes does not know it. (suffixHandler.interpret)
std::optional<Suffix> interpret(std::string_view text) {
  for (const Suffix& suffix : k_suffixes) {
    if (suffix.text == text) { return suffix; }
  }
  if (text.size() < 2 || (text.front() != 'e' && text.front() != 'E')) { return std::nullopt; }
  const auto exponent = util::parse_int64(text.substr(1));
  if (!exponent) { return std::nullopt; }
  // Upstream keeps the low 32 bits: the API server reads 1e4294967296 as 1, and this code must agree.
  return Suffix{text, QuantityFormat::DecimalExponent, static_cast<std::int32_t>(*exponent)};
}

// True if a text without digits is valid as zero. Upstream's quick path accepts it, and its thorough path rejects it.
// Large binary and tiny decimal suffixes need the thorough path. (ParseQuantity)
bool passes_without_digits(const Suffix& suffix) {
  return suffix.format == QuantityFormat::BinarySI ? suffix.power <= 4 : suffix.power >= -9;
}

Wide saturating_multiply(Wide a, Wide b) {
  Wide product = 0;
  if (__builtin_mul_overflow(a, b, &product)) { return (a < 0) == (b < 0) ? k_widest : -k_widest; }
  return product < -k_widest ? -k_widest : product;
}

Wide saturating_add(Wide a, Wide b) {
  Wide sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) { return a < 0 ? -k_widest : k_widest; }
  return sum < -k_widest ? -k_widest : sum;
}

// The digits left of the point, times `unit`.
Wide whole_part(const Pieces& pieces, Wide unit) {
  Wide number = 0;
  for (std::int64_t i = 0; i < pieces.point && number < k_widest; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const int digit = at < pieces.digits.size() ? pieces.digits[at] - '0' : 0;
    number = saturating_add(saturating_multiply(number, 10), digit);
  }
  return saturating_multiply(number, unit);
}

// The digits right of the point, times `unit`, rounded up. From the right, each step is (digit * unit + rest) / 10. A
// dropped remainder changes nothing except that the result is inexact.
Wide fraction_part(const Pieces& pieces, Wide unit) {
  Wide part = 0;
  bool inexact = false;
  const auto step = [&](int digit) {
    const Wide sum = digit * unit + part;
    inexact = inexact || sum % 10 != 0;
    part = sum / 10;
  };
  const auto first = static_cast<std::size_t>(std::max<std::int64_t>(pieces.point, 0));
  for (std::size_t i = pieces.digits.size(); i > first; --i) { step(pieces.digits[i - 1] - '0'); }
  for (std::int64_t zeros = -pieces.point; zeros > 0 && part != 0; --zeros) { step(0); }
  return part + (inexact ? 1 : 0);
}

// Rounds towards +infinity for positive numbers, towards -infinity for negative ones.
Wide divide_away_from_zero(Wide number, Wide divisor) {
  const Wide quotient = number / divisor;
  if (number % divisor == 0) { return quotient; }
  return number < 0 ? quotient - 1 : quotient + 1;
}

std::int64_t clamp_to_int64(Wide number) {
  constexpr Wide least = std::numeric_limits<std::int64_t>::min();
  constexpr Wide most = std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(std::min(std::max(number, least), most));
}

std::optional<Quantity> refuse(QuantityError reason, QuantityError* error) {
  if (error != nullptr) { *error = reason; }
  return std::nullopt;
}

} // namespace

Quantity Quantity::from_units(std::int64_t units, QuantityFormat format) {
  return from_nano(Wide{units} * k_nano_per_unit, format);
}

Quantity Quantity::from_milli(std::int64_t milli, QuantityFormat format) {
  return from_nano(Wide{milli} * 1'000'000, format);
}

Quantity Quantity::from_nano(util::int128 nano, QuantityFormat format) {
  Quantity quantity;
  quantity.m_nano = saturating_add(nano, 0);
  quantity.m_format = format;
  return quantity;
}

std::optional<Quantity> Quantity::parse(std::string_view text, QuantityError* error) {
  auto pieces = split(text);
  if (!pieces) { return refuse(QuantityError::Format, error); }
  const auto suffix = interpret(pieces->suffix);
  if (!suffix) { return refuse(QuantityError::Suffix, error); }
  if (!pieces->has_digits && !passes_without_digits(*suffix)) { return refuse(QuantityError::Numeric, error); }
  if (error != nullptr) { *error = QuantityError::None; }
  if (pieces->digits.empty()) { return from_nano(0, suffix->format); }

  const bool binary = suffix->format == QuantityFormat::BinarySI;
  const Wide unit = binary ? k_nano_per_unit << (10 * suffix->power) : k_nano_per_unit;
  if (!binary) { pieces->point += suffix->power; }
  Wide nano = saturating_add(whole_part(*pieces, unit), fraction_part(*pieces, unit));
  QuantityFormat format = suffix->format;
  if (binary && nano > k_most_binary) { nano = k_most_binary; }
  if (binary && nano < k_nano_per_unit) { format = QuantityFormat::DecimalSI; } // a fraction of a byte has no Ki
  return from_nano(pieces->negative ? -nano : nano, format);
}

std::optional<Quantity> Quantity::parse_json_string(std::string_view text, QuantityError* error) {
  while (text.starts_with(' ')) { text.remove_prefix(1); }
  while (text.ends_with(' ')) { text.remove_suffix(1); }
  return parse(text, error);
}

std::int64_t Quantity::value() const { return clamp_to_int64(divide_away_from_zero(m_nano, k_nano_per_unit)); }
std::int64_t Quantity::milli_value() const { return clamp_to_int64(divide_away_from_zero(m_nano, 1'000'000)); }

Quantity& Quantity::operator+=(const Quantity& other) {
  if (m_nano == 0) { m_format = other.m_format; }
  m_nano = saturating_add(m_nano, other.m_nano);
  return *this;
}

Quantity& Quantity::operator-=(const Quantity& other) { return *this += from_nano(-other.m_nano, other.m_format); }

Quantity& Quantity::operator*=(std::int32_t factor) {
  m_nano = saturating_multiply(m_nano, factor);
  return *this;
}

std::string_view quantity_error_text(QuantityError error) {
  switch (error) {
  case QuantityError::None:
    break;
  case QuantityError::Format:
    return "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  case QuantityError::Suffix:
    return "unable to parse quantity's suffix";
  case QuantityError::Numeric:
    return "unable to parse numeric part of quantity";
  }
  return "";
}

} // namespace model
