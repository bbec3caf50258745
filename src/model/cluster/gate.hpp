// SPDX-License-Identifier: Apache-2.0
// What a gate above the scheduler says of some pods: what they ask of it, what it has, and what is left.
#pragma once

#include "model/values/quantity.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace model {

enum class GateKind : std::uint8_t {
  ResourceQuota,  // the API server refuses pods beyond it
  VolcanoEnqueue, // Volcano makes the pods of a PodGroup, and looks at them, only once it is Inqueue
  Kueue,          // a Workload is admitted to a ClusterQueue, then its pods lose their gates or its job is resumed
};

// One resource of a gate. `left` is what may still be taken, which is not always limit − used: others of a cohort may
// have borrowed it.
struct GateAmount {
  std::string resource; // as the gate's object calls it: "requests.nvidia.com/gpu"
  std::string rule;     // whose limit it is, where an object has several: a flavor, a plugin; empty: it has one
  Quantity asked, limit, used, left;
  bool short_of() const { return left < asked; }
  bool never() const { return limit < asked; } // not even if nobody used anything
};

struct GateReport {
  GateKind gate = GateKind::ResourceQuota;
  std::string kind, namespace_name, name; // of the object that decides; namespace empty where it has none
  bool open = true;
  std::int64_t pods = 0; // of the group, that ask
  std::int64_t held = 0; // of those, the ones that do not pass
  std::vector<GateAmount> amounts;
  std::string note; // what decides beside amounts, in a sentence's words: "the queue is Closed"; empty: nothing
};

} // namespace model
