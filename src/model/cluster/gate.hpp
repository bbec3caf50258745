// SPDX-License-Identifier: Apache-2.0
// The decision of a gate above the scheduler about some pods: their requests, the limit, and the remainder.
#pragma once

#include "model/values/quantity.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace model {

enum class GateKind : std::uint8_t {
  ResourceQuota,   // the API server rejects pods beyond it
  VolcanoEnqueue,  // Volcano creates and considers the pods of a PodGroup only once it is Inqueue
  VolcanoAllocate, // Volcano places no member of an Inqueue PodGroup beyond what its queue may have
  KaiQueue,        // KAI places no member of a PodGroup beyond the limits of its queue and of those above
  Kueue,           // a ClusterQueue admits a Workload; then its pods lose their gates or its job resumes
};

// A group to which a queue has promised an amount that none of its pods uses.
struct PromisedAmount {
  std::string namespace_name, name; // of the group
  Quantity amount;
};

// One resource of a gate. `left` is the amount still available. It may differ from limit − used, because others of a
// cohort may have borrowed it.
struct GateAmount {
  std::string resource; // as the gate's object names it: "requests.nvidia.com/gpu"
  std::string rule;     // which of the object's limits: a flavor, a plugin; empty: it has only one
  Quantity asked, limit, used, left;
  std::vector<PromisedAmount> promised = {}; // Volcano: the part of `used` that Inqueue groups hold; the largest first
  bool is_of_nodes = false; // the limit is what the nodes offer in all: no field of the object lowers it
  bool short_of() const { return left < asked; }
  bool never() const { return limit < asked; } // not even if nothing else used it
};

struct GateReport {
  GateKind gate = GateKind::ResourceQuota;
  std::string kind, namespace_name, name; // of the object that decides; namespace empty if it has none
  bool open = true;
  std::int64_t pods = 0; // pods of the group that ask
  std::int64_t held = 0; // those of them that do not pass
  std::vector<GateAmount> amounts;
  std::string note; // what else decides, as a clause: "the queue is Closed"; empty: nothing
  // What its object decides by and no rule here covers, as a clause; empty: nothing. Neither an open nor a shut gate is
  // an answer then.
  std::string undecided;
};

} // namespace model
