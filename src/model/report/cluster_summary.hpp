// SPDX-License-Identifier: Apache-2.0
// "What is wrong with my cluster?" in figures, over everything that was asked about.
#pragma once

#include "model/cluster/queue_ref.hpp"
#include "model/report/code.hpp"
#include "model/values/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace model {

// The resource with the largest ratio of requests by blocked pods to free capacity.
struct ScarceResource {
  std::string name;
  std::int64_t free = 0;      // on nodes that take new pods, before the run, in the scheduler's units
  std::int64_t requested = 0; // by blocked pods
  std::int64_t pods = 0;      // blocked pods that request it
  std::vector<std::pair<std::int64_t, std::int64_t>> blocks; // free amount of one node, nodes; largest first
};

struct ClusterSummary {
  std::int64_t blocked_groups = 0, starting_groups = 0, running_groups = 0, unknown_groups = 0;
  std::int64_t blocked_pods = 0, starting_pods = 0, unknown_pods = 0; // pods without a group
  std::vector<std::pair<Code, std::int64_t>> causes; // of blocked and unknown groups, most groups first
  std::optional<ScarceResource> scarce;
  std::optional<QueueRef> waits_longest; // of what is blocked
  std::optional<Time> waits_since;
  std::vector<QueueRef> next;         // the first in the queue that start, at most k_most_next
  std::optional<QueueRef> in_the_way; // uses the capacity of most other groups first
  std::int64_t kept_out = 0;          // by it: groups

  static constexpr std::size_t k_most_next = 3;
};

} // namespace model
