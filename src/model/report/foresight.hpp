// SPDX-License-Identifier: Apache-2.0
// What is known of a group's future, and who stands in its way without being any use there.
#pragma once

#include "model/cluster/queue_ref.hpp"
#include "model/values/known_end.hpp"
#include "model/values/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace model {

// A running pod that ends at a known time.
struct Ending {
  std::string namespace_name, name, node;
  Time at;
  KnownEnd::Why why = KnownEnd::Why::Deletion;
};

// A group that has places and not its quorum.
struct Holder {
  QueueRef group;
  std::int64_t running = 0, waiting = 0; // members that are bound; that hold a place at Permit
  std::int64_t amount = 0;               // of Foresight::resource, as the scheduler counts
  std::optional<Time> until; // when the first wait runs out; nullopt: what it has is bound, and nothing takes it away
};

// What preemption does pod by pod, and what would do for the gang as a whole.
struct GroupPreemption {
  std::vector<std::string> pod_by_pod; // "ns/name" of the scheduler's victims in the run
  bool starts = false;                 // whether the group does by that
  std::vector<std::string> as_a_whole; // of the fewest pods of lower priority that would have to go; empty: none found
  bool minimal = false;                // all smaller sets were tried
};

struct Foresight {
  Time now;                    // from which it is counted
  std::optional<Time> starts;  // when its first members are bound, as far as all that is known goes
  std::vector<Ending> endings; // which it has to wait for; empty where it starts without them
  std::int64_t known_ends = 0; // running pods that are known to end
  std::string resource;        // that is short; empty: none
  // What those that are known to end have of `resource` where a member could go. Only where that does not let it start.
  std::optional<std::int64_t> ending_amount;
  // Without what all of these hold it would start, and not without what fewer of them hold. Of a group that fits: those
  // whose wait runs out, in vain, before it starts.
  std::vector<Holder> holders;
  // Groups that wait for each other, each for what the next one holds, this one first and the last for this one.
  std::vector<QueueRef> cycle;
  // Groups that come before it and are retried without end: a member of this one got no turn in all that.
  std::vector<QueueRef> starved_by;
  // Pods of no higher priority that were created later, and run: what they have of `resource`.
  std::int64_t overtakers = 0, overtaken_amount = 0;
  std::optional<GroupPreemption> preemption; // where the scheduler evicts anybody for it
  // The member that found no place by itself, and those that lost theirs by it.
  std::string culprit;
  std::vector<std::string> victims;
};

} // namespace model
