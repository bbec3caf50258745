// SPDX-License-Identifier: Apache-2.0
#include "model/values/int_or_string.hpp"

#include "util/int128.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <limits>

namespace model {

std::optional<IntOrString> IntOrString::from_number_text(std::string_view token) {
  const auto number = util::parse_int64(token);
  const bool fits = number && *number >= std::numeric_limits<std::int32_t>::min() &&
                    *number <= std::numeric_limits<std::int32_t>::max();
  if (!fits || token.starts_with('+')) { return std::nullopt; }
  return IntOrString{false, static_cast<std::int32_t>(*number), {}};
}

IntOrString IntOrString::from_string(std::string_view text) { return {true, 0, std::string(text)}; }

std::optional<std::int64_t> IntOrString::scaled(std::int64_t total, Rounding rounding) const {
  if (!is_text) { return number; }
  const bool percent = text.ends_with('%') && text.size() > 1 &&
                       std::all_of(text.begin(), text.end() - 1, [](char c) { return c >= '0' && c <= '9'; });
  const auto share = percent ? util::parse_int64(std::string_view(text).substr(0, text.size() - 1)) : std::nullopt;
  if (!share) { return std::nullopt; }
  const util::int128 hundredfold = util::int128{*share} * total + (rounding == Rounding::Up ? 99 : 0);
  const util::int128 result = hundredfold / 100;
  if (result > std::numeric_limits<std::int64_t>::max()) { return std::nullopt; }
  return static_cast<std::int64_t>(result);
}

} // namespace model
