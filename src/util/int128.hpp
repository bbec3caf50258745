// SPDX-License-Identifier: Apache-2.0
// The 128-bit integer of GCC and Clang, under a name that -Wpedantic accepts.
#pragma once

namespace util {

__extension__ typedef __int128 int128;

} // namespace util
