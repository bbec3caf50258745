// SPDX-License-Identifier: Apache-2.0
// The two default scores of resources over all nodes at once, in loops that compilers turn into vector instructions:
// those of a processor that has them are chosen at run time. They know the usual case alone, and leave others alone.
#pragma once

#include <cstddef>
#include <cstdint>

namespace engine::scores {

// One resource of a strategy, by node. A node with allocatable 0 is judged without it.
struct AllocationColumn {
  const std::int64_t* allocatable = nullptr;
  const std::int64_t* requested = nullptr; // without the pod
  std::int64_t own = 0;                    // what the pod adds
  std::int64_t weight = 1;
};

struct Sweeps {
  // The scores of LeastAllocated, and of a balance of two resources, of `count` nodes into by_node. False, and by_node
  // is anything, where a node has none of a resource, an amount is below 0 or beyond 2^45, or there are no columns.
  bool (*least_allocated)(const AllocationColumn* columns, std::size_t column_count, std::size_t count,
                          std::int64_t* by_node);
  bool (*balance_of_two)(const AllocationColumn& first, const AllocationColumn& second, std::size_t count,
                         std::int64_t* by_node);
};

// What is best on this processor. All have the same results, bit by bit.
const Sweeps& best_sweeps();

extern const Sweeps sweeps_anywhere, sweeps_avx2; // null pointers where this is another kind of processor

} // namespace engine::scores
