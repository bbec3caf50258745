// SPDX-License-Identifier: Apache-2.0
// What Volcano's enqueue action adds up before it looks at the first PodGroup: who holds what, in which queue, and what
// is promised to those that are Inqueue. (Volcano: actions enqueue; plugins overcommit, proportion, capacity)
#pragma once

#include "engine/rules/gates/named_amounts.hpp"
#include "model/cluster/cluster_snapshot.hpp"

#include <string_view>
#include <vector>

namespace engine {

// A PodGroup of a queue that exists.
struct VolcanoJob {
  model::GroupIndex group = model::k_none;
  std::size_t queue = 0;     // into VolcanoSession::queues
  std::int32_t priority = 0; // of its class
  NamedAmounts min;          // minResources, of the resources that Volcano counts
  NamedAmounts gated;        // what its members behind scheduling gates ask for
  NamedAmounts allocated;    // what its bound members hold, terminating ones left out
  std::int32_t allocated_pods = 0;
  bool has_min = false;
};

struct VolcanoQueueState {
  const model::VolcanoQueue* queue = nullptr;
  std::vector<std::size_t> chain;           // itself and its ancestors; root is none
  NamedAmounts real_capability;             // min(capability, what the others' guarantees leave)
  NamedAmounts allocated, inqueue, elastic; // of its jobs and those of the queues below it
};

class VolcanoSession {
 public:
  explicit VolcanoSession(const model::ClusterSnapshot& cluster);

  std::vector<VolcanoQueueState> queues;
  std::vector<VolcanoJob> jobs; // all of them
  NamedAmounts total, used;     // of the cluster; by pods of all schedulers
  NamedAmounts inqueue;         // promised, in all queues

  // Where the group is in a queue that does not exist: Volcano passes over it.
  std::vector<model::GroupIndex> lost;

  void promise(const VolcanoJob& job, const NamedAmounts& amounts);

 private:
  std::size_t find_queue(std::string_view name) const; // queues.size() where there is none
  void add_queues();
  void add_jobs();
  VolcanoJob job_of(model::GroupIndex group) const;

  const model::ClusterSnapshot& m_cluster;
};

inline bool is_pending(const model::PodGroup& group) {
  return group.status.phase.empty() || group.status.phase == "Pending";
}

// The queue of a group that names none is "default".
std::string_view queue_of(const model::PodGroup& group);

} // namespace engine
