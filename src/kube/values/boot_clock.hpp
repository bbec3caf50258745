// SPDX-License-Identifier: Apache-2.0
// A monotonic clock that also counts the time in which the machine sleeps, as the clocks of others do. steady_clock
// stands still then (CLOCK_MONOTONIC of Linux), so that a Lease would seem to last after it has passed on.
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
