// SPDX-License-Identifier: Apache-2.0
// POSIX: clock_gettime(2).
#include "kube/values/boot_clock.hpp"

#include <ctime>

namespace kube {

BootClock::time_point BootClock::now() noexcept {
#ifdef CLOCK_BOOTTIME
  constexpr clockid_t k_clock = CLOCK_BOOTTIME;
#else
  constexpr clockid_t k_clock = CLOCK_MONOTONIC; // other systems count sleep with this clock
#endif
  struct timespec time = {};
  (void)clock_gettime(k_clock, &time);
  return time_point(std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec));
}

} // namespace kube
