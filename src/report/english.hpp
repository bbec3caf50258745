// SPDX-License-Identifier: Apache-2.0
// The small grammar of our sentences: counts, lists, capitals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace report {

// "1 member", "3 members"; the plural is made with an s.
std::string counted(std::int64_t count, std::string_view noun);

// "1st", "2nd", "13th", "21st"; `number` is not negative.
std::string ordinal(std::int64_t number);

// "is" after one, "are" after any other number; likewise any pair of words.
std::string_view one_or_many(std::int64_t count, std::string_view one, std::string_view many);

// "a", "a and b", "a, b and c".
std::string listed(const std::vector<std::string>& items);

// The first `shown` of them and the number of the rest: "a, b and 3 more". One more than `shown` is listed in full,
// since "and 1 more" is no shorter than its name.
std::string listed_up_to(const std::vector<std::string>& items, std::size_t shown);

std::string capitalized(std::string_view text); // ASCII; for our own words only

} // namespace report
