// SPDX-License-Identifier: Apache-2.0
// The canonical text of a quantity. (apimachinery api/resource, Quantity.CanonicalizeBytes)
#include "model/values/quantity.hpp"

#include <algorithm>
#include <array>

namespace model {

namespace {

using Wide = util::int128;
constexpr std::array<std::string_view, 10> k_decimal = {"n", "u", "m", "", "k", "M", "G", "T", "P", "E"}; // from 1e-9
constexpr std::array<std::string_view, 7> k_binary = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};

std::string digits(Wide number) {
  const bool negative = number < 0;
  std::string text;
  do {
    const int digit = static_cast<int>(number % 10);
    text += static_cast<char>('0' + (negative ? -digit : digit));
    number /= 10;
  } while (number != 0);
  if (negative) { text += '-'; }
  std::reverse(text.begin(), text.end());
  return text;
}

// Divides `number` by `factor` as often as possible without remainder, at most `at_most` times. Returns how often.
std::size_t strip(Wide& number, int factor, std::size_t at_most) {
  std::size_t count = 0;
  for (; count < at_most && number % factor == 0; ++count) { number /= factor; }
  return count;
}

std::string with_exponent(Wide mantissa, int exponent) {
  return digits(mantissa) + (exponent == 0 ? "" : "e" + std::to_string(exponent));
}

std::string decimal_text(Wide nano, QuantityFormat format) {
  const std::size_t thousands = strip(nano, 1000, 40);
  const int exponent = static_cast<int>(thousands) * 3 - 9;
  // There is no suffix beyond E: Kubernetes drops it, and with it the magnitude. The exponent form keeps it.
  if (format == QuantityFormat::DecimalExponent || thousands >= k_decimal.size()) {
    return with_exponent(nano, exponent);
  }
  return digits(nano) + std::string(k_decimal[thousands]);
}

} // namespace

std::string Quantity::text() const {
  if (m_nano == 0) { return "0"; }
  const bool small = m_nano > -1024 * k_nano_per_unit && m_nano < 1024 * k_nano_per_unit;
  if (m_format != QuantityFormat::BinarySI) { return decimal_text(m_nano, m_format); }
  if (small || m_nano % k_nano_per_unit != 0) { return decimal_text(m_nano, QuantityFormat::DecimalSI); }
  Wide units = m_nano / k_nano_per_unit;
  const std::size_t kibis = strip(units, 1024, k_binary.size() - 1);
  return digits(units) + std::string(k_binary[kibis]);
}

} // namespace model
