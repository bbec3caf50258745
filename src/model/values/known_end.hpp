// SPDX-License-Identifier: Apache-2.0
// When a running pod ends, if that is known in advance.
#pragma once

#include "model/values/time.hpp"

#include <cstdint>

namespace model {

struct KnownEnd {
  enum class Why : std::uint8_t {
    Deletion, // metadata.deletionTimestamp: the end of its grace period
    Deadline, // activeDeadlineSeconds, its own or its Job's
    Told,     // --finish
  };
  Time at; // `Told` with `from_now`: time after now
  Why why = Why::Deletion;
  bool from_now = false;

  friend auto operator<=>(const KnownEnd&, const KnownEnd&) = default;

  Time when(Time now) const { return from_now ? Time{now.micros + at.micros} : at; }
};

} // namespace model
