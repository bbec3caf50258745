// SPDX-License-Identifier: Apache-2.0
// Compiled for processors with AVX2; called only if best_sweeps() finds one.
#include "engine/scores/sweeps.hpp"

#if defined(__AVX2__)

#include "engine/scores/sweep_loops.hpp"

namespace engine::scores {
const Sweeps sweeps_avx2 = {least_allocated, balance_of_two};
} // namespace engine::scores

#else

namespace engine::scores {
const Sweeps sweeps_avx2 = {nullptr, nullptr};
} // namespace engine::scores

#endif
