// SPDX-License-Identifier: Apache-2.0
// The least change of one size, where a group that starts with some of it starts with more of it.
#pragma once

#include "engine/remedies/trials.hpp"

#include <algorithm>
#include <cstdint>

namespace engine {

// Enough trials for a range of a few thousand.
inline constexpr std::int64_t k_halvings = 14;

// The least size from 1 to `most` with which the group starts; `most` + 1: none was found. `apply(Scenario&, size)`
// makes the change. `guess` and the size below are tried first, for they are mostly the answer, then sizes above in
// steps that double. Where the trials run out, a size that suffices, but perhaps not the least.
template <typename Apply>
std::int32_t least_size(Trials& trials, std::int32_t most, std::int32_t guess, Apply apply) {
  std::int32_t too_small = 0, enough = most + 1;
  const auto try_with = [&](std::int32_t size) {
    const bool starts = trials.starts([&](Scenario& scenario) { apply(scenario, size); });
    if (!trials.ran_out()) { (starts ? enough : too_small) = size; }
  };
  if (most < 1) { return enough; }
  guess = std::clamp(guess, 1, most);
  try_with(guess);
  if (enough == guess && guess > 1) { try_with(guess - 1); }
  for (std::int32_t step = 1; enough > most && too_small < most && !trials.ran_out(); step *= 2) {
    try_with(std::min(too_small + step, most));
  }
  while (enough - too_small > 1 && !trials.ran_out()) { try_with(too_small + (enough - too_small) / 2); }
  return enough;
}

} // namespace engine
