// SPDX-License-Identifier: Apache-2.0
// Sums that Volcano's enqueue action computes before it examines the first PodGroup: usage by queue, and capacity
// promised to PodGroups that are Inqueue. (Volcano: actions enqueue; plugins overcommit, proportion, capacity)
#pragma once

#include "engine/rules/gates/named_amounts.hpp"
#include "model/cluster/cluster_snapshot.hpp"
#include "model/cluster/gate.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// A PodGroup whose queue exists.
struct VolcanoJob {
  model::GroupIndex group = model::k_none;
  std::size_t queue = 0;     // into VolcanoSession::queues
  std::int32_t priority = 0; // of its class
  NamedAmounts min;          // minResources, of the resources that Volcano counts
  NamedAmounts gated;        // requests of its gated members
  NamedAmounts allocated;    // usage by its bound members, without terminating ones
  std::int32_t allocated_pods = 0;
  bool has_min = false;
};

struct VolcanoUsage {
  NamedAmounts allocated, inqueue, elastic;
};

struct VolcanoQueueState {
  const model::VolcanoQueue* queue = nullptr;
  std::vector<std::size_t> chain; // itself and its ancestors, without root
  // min(capability, rest after the others' guarantees): below the queues above, and beside all other queues.
  NamedAmounts real_capability, flat_capability;
  VolcanoUsage usage, own_usage; // of its jobs and of the queues below it; of its jobs
};

// Whether the queues above a queue limit it: only with plugin capacity and enableHierarchy, which are off by default.
enum class VolcanoHierarchy : std::uint8_t { Off, On, NotGiven };

// Limits of a queue, the usage to compare with them, and the plugin that does.
struct VolcanoQuota {
  std::string_view plugin;
  NamedAmounts limits;
  const VolcanoUsage* usage = nullptr;
};

class VolcanoSession {
 public:
  explicit VolcanoSession(const model::ClusterSnapshot& cluster);

  std::vector<VolcanoQueueState> queues;
  std::vector<VolcanoJob> jobs; // of all queues
  NamedAmounts total, used;     // total of the cluster; used by pods of all schedulers
  NamedAmounts inqueue;         // promised, in all queues

  VolcanoHierarchy hierarchy = VolcanoHierarchy::NotGiven;

  // What the queue of the job, or `above` it, allows. For its own queue: limits and usage under which every possible
  // configuration refuses.
  VolcanoQuota quota_of(std::size_t above, const VolcanoJob& job) const;
  // Why a refusal by the queue `above` of the job's queue is not certain, as a clause; empty: it is.
  std::string doubt_about_parent(std::size_t above, const VolcanoJob& job) const;
  // Why a refusal by the capability of a queue is not certain, as a clause; empty: it is.
  std::string doubt_about_limits() const;

  // Groups whose queue does not exist; Volcano skips them.
  std::vector<model::GroupIndex> lost;

  void promise(const VolcanoJob& job, const NamedAmounts& amounts);

  // What Inqueue groups of `queue` and below (absent: of all queues) hold of `resource` beyond their pods' usage.
  std::vector<model::PromisedAmount> promised_of(std::string_view resource, std::optional<std::size_t> queue) const;

 private:
  std::size_t find_queue(std::string_view name) const; // queues.size() if there is none
  void add_queues();
  void add_jobs();
  VolcanoJob job_of(model::GroupIndex group) const;

  struct Promise {
    model::GroupIndex group = model::k_none;
    std::size_t queue = 0;
    NamedAmounts amounts;
  };
  const model::ClusterSnapshot& m_cluster;
  std::vector<Promise> m_promises; // to Inqueue groups
};

inline bool is_pending(const model::PodGroup& group) {
  return group.status.phase.empty() || group.status.phase == "Pending";
}

// Name of the group's queue; "default" if the group names none.
std::string_view queue_of(const model::PodGroup& group);

// Volcano's scheduler and controller make the queue `default` when they start. (--default-queue)
inline bool is_default_queue(std::string_view queue) { return queue == "default"; }

// Other schedulers ignore the phase and the queue of Volcano's groups.
inline bool is_volcanos(const model::Pod& pod) { return pod.spec->scheduler_name == "volcano"; }

// True if the pod needs a PodGroup that is no longer Pending: to be placed, or to exist at all. Volcano's controller
// makes the pods of a job only then, whatever their scheduler is. (pkg/controllers/job, syncJob)
inline bool needs_enqueue(const model::Pod& pod) {
  const bool is_unmade = pod.from_manifest && pod.uid.empty() && pod.owner != nullptr;
  return is_volcanos(pod) || (is_unmade && pod.owner->api_version.starts_with("batch.volcano.sh/"));
}

// Why a queue takes no more groups, as a clause; empty: it is open. Since v1.12 only the state Open is. (proportion,
// capacity: AddAllocatableFn, AddJobEnqueueableFn; before, the webhook refused new jobs)
std::string why_not_open(const model::VolcanoQueue& queue);

model::GateReport volcano_report(model::GateKind gate, const model::VolcanoQueue& queue);
model::GateAmount volcano_amount(std::string_view rule, std::string_view resource, const model::Quantity& asked,
                                 const model::Quantity& limit, const model::Quantity& used);

// Only requested resources count. (LessEqualWithDimension)
inline bool is_short(const model::GateAmount& amount) { return !amount.asked.is_zero() && amount.short_of(); }

// Makes a refusal open, because it is not certain.
void leave_undecided(model::GateReport& report, std::string doubt);

} // namespace engine
