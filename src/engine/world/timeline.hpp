// SPDX-License-Identifier: Apache-2.0
// What a simulation records: every attempt, and how each pod and group ended.
#pragma once

#include "engine/feasibility/feasibility.hpp"
#include "engine/filters/queueing_hints.hpp"
#include "model/cluster/outcome.hpp"
#include "model/values/time.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace engine {

// One "no" of the scheduler, in parts; attempt_text.hpp puts them into its words.
struct RefusalRecord {
  model::Stage stage = model::Stage::None;  // PreEnqueue, PreFilter, Filter, or Permit
  std::string text;                         // the message, where no nodes are counted
  RefusalCounts counts;                     // Filter: nodes per refusal
  std::string_view plugin;                  // PreEnqueue, PreFilter: which one
  std::int64_t cut_off = 0;                 // nodes that PreFilter plugins left out
  std::vector<std::string_view> cut_off_by; // those plugins
  std::vector<std::string> post_filter;     // the PostFilter plugins' reasons
  bool no_nodes = false;
  bool whole_text = false;    // `text` is the message as it stands
  bool resolvable = false;    // PreFilter: refused as Unschedulable, so preemption was tried
  bool after_reserve = false; // the pod held a reservation and lost it

  // What of the gang rules spoke, for the diagnosis.
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
  std::int64_t waited_seconds = 0; // Timeout: how long
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
  std::int32_t refusal = -1;             // into Timeline::refusals; for Waiting: that with which it was rejected
  bool then_bound = false;               // Waiting: became bound
  std::optional<model::Time> then_at;    // Waiting: when it was bound or rejected
  model::NodeIndex nominated = model::k_none;
  std::vector<model::PodIndex> victims;
  std::optional<ScoreSheet> scores; // where asked for and two or more nodes were feasible
};

struct PodOutcome {
  model::Outcome outcome = model::Outcome::NotAttempted;
  model::NodeIndex node = model::k_none;  // AlreadyBound, Bound
  model::NodeIndex holds = model::k_none; // a reservation, where a repetition ended the run while it waited
  std::int32_t refusal = -1;              // the last one
  model::NodeIndex nominated = model::k_none;
  std::vector<model::PodIndex> victims; // over the whole run, each once
  std::int32_t attempts = 0;
  bool is_refused = false; // at the end it waits for an event that concerns a plugin that refused it
  UnschedulablePlugins rejectors =
      0;                 // those plugins; of a pod that is tried without end, those of the last time; 0: none has yet
  bool on_a_tie = false; // its node was one of several with the same score
};

struct GroupOutcome {
  std::int32_t bound = 0;               // members bound at rest, those bound before included
  std::int32_t peak = 0;                // the most members that held a place at one moment
  std::vector<model::PodIndex> at_peak; // the pending ones among those
  std::optional<RefusalRecord> culprit; // of the last member that failed by itself and was not taken down by another
  model::PodIndex culprit_pod = model::k_none;
  std::int32_t rejections = 0;            // how often waiting members were taken down
  bool spins = false;                     // it takes part in a repetition
  std::optional<model::Time> starts;      // when the first of its members was bound in this run
  std::optional<model::Time> last_failed; // by which its turn comes, at the end
  // Native: what the last cycle says of the group as a whole; empty where none was run.
  std::string_view condition_reason; // Scheduled, Unschedulable
  std::string condition_message;
};

// A place that a pod held while it waited for its group.
struct Hold {
  model::NodeIndex node = model::k_none;
  model::Time since, until; // `until`: when its wait runs out
};

// A pod that two schedulers' bindings left no capacity for: it has failed.
struct RejectedByKubelet {
  model::PodIndex pod;
  model::NodeIndex node;
  std::string reason; // its status.reason
};

struct Timeline {
  std::vector<Attempt> attempts; // only where asked for
  std::vector<RefusalRecord> refusals;
  std::vector<KnownRefusal> known;             // what RefusalIds in the records mean
  std::vector<PodOutcome> pods;                // by PodIndex
  std::vector<GroupOutcome> groups;            // by GroupIndex
  std::vector<model::PodIndex> initial_order;  // pending pods as the queue was sorted at the start; gated ones last
  std::map<model::PodIndex, Hold> first_holds; // of those that had to wait
  std::vector<Tie> ties;                       // only where asked for
  std::vector<model::PodIndex> ended;          // running pods that ended while the run looked ahead, in that order
  std::vector<RejectedByKubelet> rejected_by_kubelet;
  bool spins = false;
  NodeUsage usage_at_end; // what is taken at rest, reservations of waiting pods included

  explicit Timeline(NodeUsage usage);
  // Not inline, to save compile time: cmake/quick.cmake.
  Timeline(const Timeline& other);
  Timeline(Timeline&& other) noexcept;
  Timeline& operator=(const Timeline& other);
  Timeline& operator=(Timeline&& other) noexcept;
  ~Timeline();
};

} // namespace engine
