// SPDX-License-Identifier: Apache-2.0
// A monotonic clock that keeps counting while the machine sleeps, like the clocks of other machines. steady_clock stops
// during sleep (CLOCK_MONOTONIC of Linux), so a Lease would seem valid after another holder has taken it.
#pragma once

#include <chrono>

namespace kube {

struct BootClock {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<BootClock>;
  static constexpr bool is_steady = true;
  static time_point now() noexcept;
};

} // namespace kube
