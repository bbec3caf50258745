// SPDX-License-Identifier: Apache-2.0
// Finds the smallest set of changes of one kind that lets a group start.
//
// Tries sets by weight, the lightest first, while trials are left; the first hit is the smallest set. If the trials
// run out, takes a set that is known to suffice and drops its elements one by one until it needs all that remain.
#pragma once

#include "engine/remedies/trials.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace engine {

using Subset = std::vector<std::size_t>; // ascending numbers of elements

struct Choice {
  std::vector<std::int64_t> weights;                   // of each element, at least 1; the best elements first
  std::function<void(Scenario&, const Subset&)> apply; // makes the changes of the set
  std::function<bool(const Subset&)> is_allowed = {};  // whether a set may be proposed; absent: any set
};

struct Chosen {
  Subset set;
  bool minimal = false; // no lighter set suffices
};

// `enough` is a set that suffices. Of sets with equal weight, returns the first in lexicographic order.
Chosen fewest(Trials& trials, const Choice& choice, Subset enough);

// The same if no set is known to suffice: tries all sets by weight while trials are left. Returns nullopt if none
// suffices or the trials run out.
std::optional<Subset> search(Trials& trials, const Choice& choice);

} // namespace engine
