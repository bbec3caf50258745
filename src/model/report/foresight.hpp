// SPDX-License-Identifier: Apache-2.0
// The known future of a group, and the groups that block it without starting themselves.
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

// A group that holds capacity without its quorum.
struct Holder {
  QueueRef group;
  std::int64_t running = 0, waiting = 0; // members that are bound; that reserve a node at Permit
  std::int64_t amount = 0;               // of Foresight::resource, as the scheduler counts
  std::optional<Time> until; // when the first wait times out; nullopt: all is bound, so nothing frees the capacity
};

// Compares per-pod preemption with the victims that would let the whole gang start.
struct GroupPreemption {
  std::vector<std::string> pod_by_pod; // "ns/name" of the scheduler's victims in the run
  bool starts = false;                 // whether the group starts with these victims
  std::vector<std::string> as_a_whole; // of the fewest pods of lower priority that have to go; empty: none found
  bool minimal = false;                // no smaller set suffices
};

struct Foresight {
  Time now;                    // other times count from it
  std::optional<Time> starts;  // when its first members are bound, by all known ends
  std::vector<Ending> endings; // ends that it has to wait for; empty if it starts without them
  std::int64_t known_ends = 0; // number of running pods with a known end
  std::string resource;        // the scarce resource; empty: none
  // Capacity of `resource` that pods with a known end time will free on eligible nodes. Set only if that is not
  // enough.
  std::optional<std::int64_t> ending_amount;
  // A minimal set of groups without whose capacity this group would start. For a group that fits: groups whose wait
  // times out before it starts, without their quorum.
  std::vector<Holder> holders;
  // A deadlock: each group waits for what the next one holds. This group comes first; the last one waits for it.
  std::vector<QueueRef> cycle;
  // Running pods that are newer and have no higher priority: their number, and their amount of `resource`.
  std::int64_t overtakers = 0, overtaken_amount = 0;
  std::optional<GroupPreemption> preemption; // if the scheduler evicts pods for it
  // The member that did not fit, and the members that lost their reservations because of it.
  std::string culprit;
  std::vector<std::string> victims;
};

} // namespace model
