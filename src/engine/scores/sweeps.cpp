// SPDX-License-Identifier: Apache-2.0
#include "engine/scores/sweeps.hpp"

#include "engine/scores/sweep_loops.hpp"

namespace engine::scores {

const Sweeps sweeps_anywhere = {least_allocated, balance_of_two};

const Sweeps& best_sweeps() {
#if defined(__x86_64__)
  static const bool has_avx2 = __builtin_cpu_supports("avx2");
  if (has_avx2 && sweeps_avx2.least_allocated != nullptr) { return sweeps_avx2; }
#endif
  return sweeps_anywhere;
}

} // namespace engine::scores
