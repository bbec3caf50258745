// SPDX-License-Identifier: Apache-2.0
// A Kubernetes quantity ("500m", "1.5Gi", "1e3"), exact. Source of the rules: apimachinery api/resource, Quantity.
#pragma once

#include "util/int128.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace model {

inline constexpr std::int64_t k_mebibyte = std::int64_t{1} << 20; // in bytes
inline constexpr util::int128 k_nano_per_unit = 1'000'000'000;

enum class QuantityFormat : std::uint8_t { DecimalSI, BinarySI, DecimalExponent };

// Why a text is not a quantity; Kubernetes' own words are in quantity_error_text.
enum class QuantityError : std::uint8_t { None, Format, Suffix, Numeric };

// A number of nano-units (1e-9), the smallest unit in Kubernetes, and the suffix family of its text. Saturates at
// ±(2^127 - 1) nano-units, about 1.7e29 units.
class Quantity {
 public:
  Quantity() = default;
  static Quantity from_units(std::int64_t units, QuantityFormat format = QuantityFormat::DecimalSI);
  static Quantity from_milli(std::int64_t milli, QuantityFormat format = QuantityFormat::DecimalSI);
  static Quantity from_nano(util::int128 nano, QuantityFormat format);

  // Parses `text` by Kubernetes' grammar; accepts nothing else in it, not even blanks. Rounds digits below 1 nano away
  // from zero. On failure, returns nullopt and sets *error (if given).
  static std::optional<Quantity> parse(std::string_view text, QuantityError* error = nullptr);

  // Parses a quantity from a JSON or YAML string, which allows blanks around it. (Quantity.UnmarshalJSON)
  static std::optional<Quantity> parse_json_string(std::string_view text, QuantityError* error = nullptr);

  // The value in whole units (bytes, GPUs) and in thousandths (milli-cores), rounded away from zero, clamped to int64.
  std::int64_t value() const;
  std::int64_t milli_value() const;
  util::int128 nano() const { return m_nano; }
  QuantityFormat format() const { return m_format; }
  bool is_zero() const { return m_nano == 0; }

  // The canonical text: no fraction, the largest suffix of the family that leaves an integer ("1500m", "1Gi").
  std::string text() const;

  // Saturating. The sum keeps the format of the left side, unless that is zero.
  Quantity& operator+=(const Quantity& other);
  Quantity& operator-=(const Quantity& other);
  Quantity& operator*=(std::int32_t factor);

  // By value only: 1Gi > 1G, 1000m == 1.
  friend bool operator==(const Quantity& a, const Quantity& b) { return a.m_nano == b.m_nano; }
  friend auto operator<=>(const Quantity& a, const Quantity& b) { return a.m_nano <=> b.m_nano; }

 private:
  util::int128 m_nano = 0;
  QuantityFormat m_format = QuantityFormat::DecimalSI;
};

// kubectl's sentence for an invalid quantity.
std::string_view quantity_error_text(QuantityError error);

} // namespace model
