// SPDX-License-Identifier: Apache-2.0
// How often a test with random input repeats.
#pragma once

namespace tests {

// Sanitizers check memory and make a round about ten times slower; the build without them checks the rules. With
// sanitizers a test runs a fifth of the rounds, too few to show that every kind of input occurs.
#ifdef GANG_SANITIZED
constexpr bool k_all_rounds = false;
#else
constexpr bool k_all_rounds = true;
#endif

constexpr int rounds(int all) { return k_all_rounds ? all : all / 5; }

} // namespace tests
