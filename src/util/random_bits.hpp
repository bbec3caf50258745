// SPDX-License-Identifier: Apache-2.0
// Unpredictable numbers for unique names; no computed result depends on them. std::random_device does not work here:
// linked in from Debian 12's libstdc++ it needs arc4random, which only glibc 2.36 has.
#pragma once

#include <cstdint>

namespace util {

// Returns 64 random bits from the kernel. Throws util::Error if the kernel gives none.
std::uint64_t random_bits();

} // namespace util
