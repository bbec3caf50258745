// SPDX-License-Identifier: Apache-2.0
// Record of a simulation: every attempt, and the outcome of each pod and group.
#pragma once

#include "engine/feasibility/feasibility.hpp"
#include "engine/filters/queueing_hints.hpp"
#include "engine/paged_column.hpp"
#include "model/cluster/outcome.hpp"
#include "model/values/time.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace engine {

// One rejection by the scheduler, in parts. attempt_text.hpp builds the scheduler's message from them.
struct RefusalRecord {
  model::Stage stage = model::Stage::None;  // PreEnqueue, PreFilter, Filter, or Permit
  std::string text;                         // the message, unless it counts nodes
  RefusalCounts counts;                     // Filter: nodes per refusal
  std::string_view plugin;                  // PreEnqueue, PreFilter: the rejecting plugin
  std::int64_t cut_off = 0;                 // number of nodes that PreFilter plugins excluded
  std::vector<std::string_view> cut_off_by; // those plugins
  std::vector<std::string> post_filter;     // reasons of the PostFilter plugins
  bool no_nodes = false;
  bool whole_text = false;    // `text` is the complete message
  bool resolvable = false;    // PreFilter: Unschedulable, so the scheduler tried preemption
  bool after_reserve = false; // the pod held a reservation and lost it
  bool races = false;         // another member's wait ended at nearly the same time, and may come first

  // The gang rule that rejected the pod, for the diagnosis.
  enum class Gang : std::uint8_t {
    None,
    FewSiblings,
    GatedSiblings,
    ResourceGap,
    BackedOff,
    NotFound,
    Mismatch,
    Sibling,
    Timeout,
  } gang = Gang::None;
  std::int64_t waited_seconds = 0; // Timeout: duration of the wait
};

struct Attempt {
  static Attempt of(model::PodIndex pod, model::Time at) {
    Attempt attempt;
    attempt.pod = pod;
    attempt.at = at;
    return attempt;
  }
  model::PodIndex pod = model::k_none;
  model::Time at;
  model::AttemptResult result = model::AttemptResult::Unschedulable;
  model::NodeIndex node = model::k_none; // Bound, Waiting
  std::int32_t refusal = -1;             // into Timeline::refusals; Waiting: the reason of its later rejection
  bool then_bound = false;               // Waiting: became bound
  std::optional<model::Time> then_at;    // Waiting: time of its binding or rejection
  model::NodeIndex nominated = model::k_none;
  std::vector<model::PodIndex> victims;
  std::optional<ScoreSheet> scores; // if requested, and if two or more nodes were feasible
};

struct PodOutcome {
  model::Outcome outcome = model::Outcome::NotAttempted;
  model::NodeIndex node = model::k_none;  // Bound; AlreadyBound: see ClusterSnapshot::node_of
  model::NodeIndex holds = model::k_none; // its reservation, if the run ended in a retry loop while it waited
  std::optional<model::Time> starts;      // Bound: when
  std::int32_t refusal = -1;              // the last one
  model::NodeIndex nominated = model::k_none;
  std::vector<model::PodIndex> victims;      // over the whole run, each once
  model::PodIndex preemptor = model::k_none; // the last pod that chose it as a victim
  std::int32_t attempts = 0;
  bool is_refused = false;            // at the end, waits for an event that concerns a rejecting plugin
  UnschedulablePlugins rejectors = 0; // those plugins, in a retry loop those of the last attempt; 0: none yet
  bool on_a_tie = false;              // several nodes had the same score as its node
};

struct GroupOutcome {
  std::int32_t bound = 0;               // members bound at rest, including those bound before
  std::int32_t peak = 0;                // highest number of placed members at one moment
  std::vector<model::PodIndex> at_peak; // the pending members among those
  std::optional<RefusalRecord> culprit; // of the last member that failed by itself, not with a sibling
  model::PodIndex culprit_pod = model::k_none;
  std::int32_t rejections = 0;            // how often waiting members lost their reservations
  bool spins = false;                     // it is in a retry loop
  std::optional<model::Time> starts;      // time of the first binding of a member in this run
  std::optional<model::Time> last_failed; // determines its turn in the queue, at the end
  // Native: result of the last cycle for the group as a whole; empty if no cycle ran.
  std::string_view condition_reason; // Scheduled, Unschedulable
  std::string condition_message;
};

// A reservation of a pod that waited for its group.
struct Hold {
  model::NodeIndex node = model::k_none;
  model::Time since, until; // `until`: the timeout of its wait
};

// A pod that failed because the bindings of two schedulers left no capacity for it.
struct RejectedByKubelet {
  model::PodIndex pod;
  model::NodeIndex node;
  std::string reason; // its status.reason
};

struct Timeline {
  std::vector<Attempt> attempts; // only if requested
  std::vector<RefusalRecord> refusals;
  std::vector<KnownRefusal> known;             // refusals by RefusalId
  PagedColumn<PodOutcome> pods;                // by PodIndex
  std::vector<GroupOutcome> groups;            // by GroupIndex
  std::vector<model::PodIndex> initial_order;  // pending pods in queue order at the start; gated ones last
  std::map<model::PodIndex, Hold> first_holds; // of pods that had to wait
  std::vector<Tie> ties;                       // only if requested
  std::vector<model::PodIndex> ended;          // running pods that ended while the run looked ahead, in that order
  std::vector<RejectedByKubelet> rejected_by_kubelet;
  bool spins = false;
  NodeUsage usage_at_end; // usage at rest, including reservations of waiting pods

  explicit Timeline(NodeUsage usage); // of a cluster at rest
  // Not inline, to save compile time: cmake/quick.cmake.
  Timeline();
  Timeline(const Timeline& other);
  Timeline(Timeline&& other) noexcept;
  Timeline& operator=(const Timeline& other);
  Timeline& operator=(Timeline&& other) noexcept;
  ~Timeline();
};

} // namespace engine
