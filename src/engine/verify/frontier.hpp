// SPDX-License-Identifier: Apache-2.0
// Sets of count vectors, with one number for each of up to three classes. A set keeps only its greatest vectors.
#pragma once

#include "engine/verify/fault.hpp"
#include "model/report/feasibility_report.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace engine::verification {

inline constexpr std::size_t k_most_classes = 3;
using Counts = std::array<std::int64_t, k_most_classes>; // 0 for missing classes
using Greatest = std::vector<Counts>;                    // descending; none equals or exceeds another in all numbers

// Drops every vector that another one equals or exceeds in all numbers.
Greatest greatest_of(std::vector<Counts> vectors);

// All sums of a vector of `a` and one of `b`, with each number capped by `sizes`.
Greatest sums(const Greatest& a, const Greatest& b, const Counts& sizes);
// The same for `count` copies of `one`.
Greatest sums_of_equal(Greatest one, std::int64_t count, const Counts& sizes);

// FNV-1a of the vectors as "a,b,c;a,b,c;" with `classes` numbers each: 64 bits, as 16 hexadecimal digits.
std::string digest(const Greatest& vectors, std::size_t classes);

Doubt differs(const std::string& field, const model::Frontier& says, const Greatest& truth, std::size_t classes);

} // namespace engine::verification
