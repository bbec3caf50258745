// SPDX-License-Identifier: Apache-2.0
// The two default resource scores over all nodes at once, in loops that compilers turn into vector instructions.
// best_sweeps() selects the loops for the processor at run time. They handle only the usual case.
#pragma once

#include <cstddef>
#include <cstdint>

namespace engine::scores {

// One resource of a strategy, by node. The score of a node with allocatable 0 ignores it.
struct AllocationColumn {
  const std::int64_t* allocatable = nullptr;
  const std::int64_t* requested = nullptr; // without the pod
  std::int64_t own = 0;                    // request of the pod
  std::int64_t weight = 1;
};

struct Sweeps {
  // Write the scores of `count` nodes into by_node: LeastAllocated, and the balance of two resources; with
  // `improvement`, as compared to the balance without the pod (SchedulerVersion::balance_counts_improvement). Return
  // false, with by_node undefined, if a node has none of a resource, an amount is below 0 or beyond 2^45, or there are
  // no columns.
  bool (*least_allocated)(const AllocationColumn* columns, std::size_t column_count, std::size_t count,
                          std::int32_t* by_node);
  bool (*balance_of_two)(const AllocationColumn& first, const AllocationColumn& second, bool improvement,
                         std::size_t count, std::int32_t* by_node);
};

// The fastest loops for this processor. All have the same results, bit by bit.
const Sweeps& best_sweeps();

extern const Sweeps sweeps_anywhere, sweeps_avx2; // null pointers on another kind of processor

} // namespace engine::scores
