// SPDX-License-Identifier: Apache-2.0
// A field that holds a whole number or a text, such as maxUnavailable: 1 or "25%". (apimachinery util/intstr)
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace model {

enum class Rounding : std::uint8_t { Up, Down };

struct IntOrString {
  bool is_text = false;
  std::int32_t number = 0; // if !is_text
  std::string text;        // if is_text; kept as written, blanks included

  // From the text of a JSON number: only an int32 literal (not "80.0", "1e2" or 2147483648).
  static std::optional<IntOrString> from_number_text(std::string_view token);

  // From a JSON string: any text.
  static IntOrString from_string(std::string_view text);

  // The number, or the percentage of `total`, rounded as the field's API says. nullopt if the text is not "<n>%".
  // (GetScaledValueFromIntOrPercent)
  std::optional<std::int64_t> scaled(std::int64_t total, Rounding rounding) const;
};

} // namespace model
