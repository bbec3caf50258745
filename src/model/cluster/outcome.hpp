// SPDX-License-Identifier: Apache-2.0
// How attempts and pods end. The simulation includes this header and not report.hpp.
#pragma once

#include <cstdint>
#include <string>

namespace model {

// The stage at which the scheduling framework rejected a pod.
enum class Stage : std::uint8_t { None, PreEnqueue, PreFilter, Filter, PostFilter, Reserve, Permit, PreBind, Bind };

enum class Outcome : std::uint8_t { AlreadyBound, Bound, Unschedulable, Rejected, Gated, NotAttempted };

enum class AttemptResult : std::uint8_t { Bound, Waiting, Unschedulable };

// One reason of a rejection, before its text exists: `plugin` rejected `nodes` nodes for `reason`.
struct ReasonCount {
  std::string plugin, reason;
  std::int64_t nodes = 0;
  bool unresolvable = false; // preemption cannot help there
};

} // namespace model
