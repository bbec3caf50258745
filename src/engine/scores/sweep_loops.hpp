// SPDX-License-Identifier: Apache-2.0
// Loops of sweeps.hpp. Each including file compiles them for one kind of processor. The loops call no function of the
// standard library, because the linker might use this file's copy of it for all others.
#pragma once

#include "engine/scores/sweeps.hpp"

namespace engine::scores {
namespace {

inline constexpr std::int64_t k_beyond = std::int64_t{1} << 45; // smaller amounts times 100 are exact as a float
inline constexpr std::int64_t k_all = 100;                      // k_max_node_score

// For 0 <= whole < 2^52: writes it into the fraction of 2^52, which adds exactly that amount. No vector instruction
// converts it.
inline double as_float(std::int64_t whole) {
  return __builtin_bit_cast(double, whole | 0x4330000000000000) - 4503599627370496.0;
}

// At most 1.
inline double share(std::int64_t amount, std::int64_t allocatable) {
  return as_float(amount < allocatable ? amount : allocatable) / as_float(allocatable);
}

inline bool is_usual(const AllocationColumn& column, std::size_t count) {
  if (column.own < 0 || column.own >= k_beyond) { return false; }
  const std::int64_t *const allocatable = column.allocatable, *const requested = column.requested;
  std::uint64_t odd = 0; // the first bit is set if an amount is not usual
  for (std::size_t at = 0; at < count; ++at) {
    const auto whole = static_cast<std::uint64_t>(allocatable[at]), part = static_cast<std::uint64_t>(requested[at]);
    odd |= whole | (whole - 1) | (std::uint64_t{k_beyond} - whole) | part | (std::uint64_t{k_beyond} - part);
  }
  return odd >> 63 == 0;
}

inline bool least_allocated(const AllocationColumn* columns, std::size_t column_count, std::size_t count,
                            std::int32_t* by_node) {
  std::int64_t weights = 0;
  for (std::size_t i = 0; i < column_count; ++i) {
    const AllocationColumn& column = columns[i];
    if (!is_usual(column, count)) { return false; }
    const std::int64_t *const allocatable = column.allocatable, *const requested = column.requested;
    const std::int64_t own = column.own;
    const auto weight = static_cast<std::int32_t>(column.weight); // at most 100
    const std::int32_t keep = weights == 0 ? 0 : -1;
    for (std::size_t at = 0; at < count; ++at) {
      const std::int64_t left = allocatable[at] - requested[at] - own, free = left < 0 ? 0 : left;
      const auto score = static_cast<std::int32_t>(as_float(free * k_all) / as_float(allocatable[at]));
      by_node[at] = (by_node[at] & keep) + score * weight;
    }
    weights += weight;
  }
  const auto divisor = static_cast<double>(weights);
  for (std::size_t at = 0; at < count; ++at) {
    by_node[at] = static_cast<std::int32_t>(static_cast<double>(by_node[at]) / divisor);
  }
  return weights > 0;
}

// The balance of two resources of which these shares are requested.
inline std::int32_t balance(double share_a, double share_b) {
  return static_cast<std::int32_t>((1 - __builtin_fabs((share_a - share_b) / 2)) * static_cast<double>(k_all));
}

inline bool balance_of_two(const AllocationColumn& first, const AllocationColumn& second, bool improvement,
                           std::size_t count, std::int32_t* by_node) {
  if (!is_usual(first, count) || !is_usual(second, count)) { return false; }
  const std::int64_t *const allocatable_a = first.allocatable, *const requested_a = first.requested,
                            *const allocatable_b = second.allocatable, *const requested_b = second.requested;
  const std::int64_t own_a = first.own, own_b = second.own;
  for (std::size_t at = 0; at < count; ++at) {
    const double share_a = share(requested_a[at] + own_a, allocatable_a[at]),
                 share_b = share(requested_b[at] + own_b, allocatable_b[at]);
    by_node[at] = balance(share_a, share_b);
  }
  constexpr auto k_half = static_cast<std::int32_t>(k_all / 2);
  for (std::size_t at = 0; improvement && at < count; ++at) {
    const std::int32_t before =
        balance(share(requested_a[at], allocatable_a[at]), share(requested_b[at], allocatable_b[at]));
    by_node[at] = k_half + (k_half + by_node[at] - before) / 2;
  }
  return true;
}

} // namespace
} // namespace engine::scores
