// SPDX-License-Identifier: Apache-2.0
// How often a test with random input repeats.
#pragma once

namespace tests {

// The sanitizers watch memory and make a round some ten times slower; the build without them checks the rules. So they
// run a fifth of the rounds, too few to show that every kind of input came up.
#ifdef GANG_SANITIZED
constexpr bool k_all_rounds = false;
#else
constexpr bool k_all_rounds = true;
#endif

constexpr int rounds(int all) { return k_all_rounds ? all : all / 5; }

} // namespace tests
