// SPDX-License-Identifier: Apache-2.0
// Sets of count vectors, one number for each of up to three classes, of which only the greatest are kept.
#pragma once

#include "engine/verify/fault.hpp"
#include "model/report/feasibility_report.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace engine::verification {

inline constexpr std::size_t k_most_classes = 3;
using Counts = std::array<std::int64_t, k_most_classes>; // 0 for classes that there are not
using Greatest = std::vector<Counts>;                    // the greatest first; none as great as another in all numbers

// Drops every vector that another one is as great as in all numbers.
Greatest greatest_of(std::vector<Counts> vectors);

// Every sum of a vector of each, no number above that of `sizes`.
Greatest sums(const Greatest& a, const Greatest& b, const Counts& sizes);
// The same for `count` equal ones.
Greatest sums_of_equal(Greatest one, std::int64_t count, const Counts& sizes);

// FNV-1a, 64 bits, as 16 hexadecimal digits, of the vectors as "a,b,c;a,b,c;", so many numbers of each.
std::string digest(const Greatest& vectors, std::size_t classes);

Doubt differs(const std::string& field, const model::Frontier& says, const Greatest& truth, std::size_t classes);

} // namespace engine::verification
