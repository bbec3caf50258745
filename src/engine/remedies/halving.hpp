// SPDX-License-Identifier: Apache-2.0
// Finds the least size of a change, if a group that starts with one size also starts with any larger size.
#pragma once

#include "engine/remedies/trials.hpp"

#include <algorithm>
#include <cstdint>

namespace engine {

// Enough trials to halve a range of a few thousand.
inline constexpr std::int64_t k_halvings = 14;

// Returns the least size from 1 to `most` with which the group starts, or `most` + 1 if it finds none.
// `apply(Scenario&, size)` makes the change. Tries `guess` and the size below first, because they are mostly the
// answer; then larger sizes in steps that double. If the trials run out, the result suffices but may not be the least.
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
