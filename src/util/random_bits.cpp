// SPDX-License-Identifier: Apache-2.0
#include "util/random_bits.hpp"

#include "util/concat.hpp"
#include "util/error.hpp"

#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace util {

std::uint64_t random_bits() {
  std::uint64_t bits = 0;
  if (getentropy(&bits, sizeof bits) != 0) {
    throw Error(concat("the system gives no random numbers: ", std::strerror(errno)));
  }
  return bits;
}

} // namespace util
