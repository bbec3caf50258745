// SPDX-License-Identifier: Apache-2.0
// Basic grammar for generated sentences: counts, lists, capitals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace report {

// "1 member", "3 members"; appends an s for the plural.
std::string counted(std::int64_t count, std::string_view noun);

// "1st", "2nd", "13th", "21st"; `number` is not negative.
std::string ordinal(std::int64_t number);

// "is" for one, "are" for any other number; works for any pair of words.
std::string_view one_or_many(std::int64_t count, std::string_view one, std::string_view many);

// "a", "a and b", "a, b and c".
std::string listed(const std::vector<std::string>& items);

// The first `shown` items and the number of the others: "a, b and 3 more". If only one more exists, lists all of them,
// because "and 1 more" is no shorter than its name.
std::string listed_up_to(const std::vector<std::string>& items, std::size_t shown);

std::string capitalized(std::string_view text); // ASCII; only for the program's own words

} // namespace report
