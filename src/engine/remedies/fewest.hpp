// SPDX-License-Identifier: Apache-2.0
// The smallest set of changes of one sort that lets a group start.
//
// Sets are tried by weight, the lightest first, as far as the trials go: what is found then is the smallest there is.
// Where they do not go that far, a set that is known to suffice is made smaller, one element after another, until none
// can be left out any more.
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
  std::vector<std::int64_t> weights;                   // of each element, 1 or more; the best elements first
  std::function<void(Scenario&, const Subset&)> apply; // makes the changes of the set
  std::function<bool(const Subset&)> is_allowed = {};  // of sets that may be told; absent: all
};

struct Chosen {
  Subset set;
  bool minimal = false; // every lighter set was tried
};

// `enough`: a set that suffices. Of sets with equal weight the first in lexicographic order is found.
Chosen fewest(Trials& trials, const Choice& choice, Subset enough);

// The same where no set is known to suffice: all of them are tried as far as the trials go, by weight. nullopt: none
// does, or the trials ran out.
std::optional<Subset> search(Trials& trials, const Choice& choice);

} // namespace engine
