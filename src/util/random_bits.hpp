// SPDX-License-Identifier: Apache-2.0
// Numbers that nobody can foresee, for names that must be unlike all others; nothing that is computed depends on them.
// Not std::random_device: where libstdc++ is linked in, that of Debian 12 asks for arc4random, which only glibc 2.36
// has.
#pragma once

#include <cstdint>

namespace util {

// 64 of the kernel's random bits. Throws util::Error where it gives none.
std::uint64_t random_bits();

} // namespace util
