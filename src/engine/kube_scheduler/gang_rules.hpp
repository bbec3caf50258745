// SPDX-License-Identifier: Apache-2.0
// The Coscheduling plugin: its state per group, and its answer at each extension point. Source: scheduler-plugins
// pkg/coscheduling (coscheduling.go, core/core.go); the fields of Policy hold the differences between releases.
#pragma once

#include "engine/kube_scheduler/queue_sort.hpp"
#include "engine/rules/min_resources.hpp"
#include "engine/rules/rules.hpp"
#include "engine/world/timeline.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace engine {

// Number of members of a group, by their state in the simulation.
struct Members {
  std::int32_t live = 0;    // exist and have not finished
  std::int32_t gated = 0;   // with scheduling gates
  std::int32_t foreign = 0; // pending, and no profile serves their scheduler name
};

// permitWaitingTimeSeconds of the profile that serves the pod.
std::int64_t permit_waiting_argument(const Rules& rules, const model::Pod& pod);
// Seconds that the member waits at Permit for the others.
std::int64_t permit_wait_seconds(const Rules& rules, const model::PodGroup& group, const model::Pod& pod);
// Seconds for which the plugin refuses all members after it has rejected the gang: podGroupBackoffSeconds, or before
// v0.24 the lifetime in the cache of denied groups. 0: the gang has no back-off.
std::int64_t group_backoff_seconds(const Rules& rules, const model::Pod& member);

// True if each profile's instance of the plugin counts its own members only, besides bound ones. A gang that is spread
// over profiles waits in each of them. (scheduler-plugins pkg/coscheduling/core; kubernetes-sigs before)
constexpr bool counts_by_profile(model::Dialect dialect) {
  return dialect == model::Dialect::Coscheduling || dialect == model::Dialect::CoschedulingSigs ||
         dialect == model::Dialect::Lightweight;
}

class GangRules {
 public:
  GangRules(const Rules& rules, QueueSort& queue_sort);

  // --- what happens to pods -------------------------------------------------------------------------------------
  void appeared(model::PodIndex pod);     // exists in the cluster and counts as a sibling from now on
  void bound_before(model::PodIndex pod); // bound in the snapshot, or by another scheduler
  void gone(model::PodIndex pod, bool held_place);
  // Starts the back-off of the pod's gang at `now`. All members must have appeared.
  void back_off(model::PodIndex pod, model::Time now);

  // --- extension points -----------------------------------------------------------------------------------------
  // Reason that keeps the native group's pods out of the queue; empty if there is none. The live scheduler writes this
  // reason nowhere. (GangScheduling.PreEnqueue)
  std::string pre_enqueue(model::GroupIndex group) const;

  struct Refused {
    std::string text;
    RefusalRecord::Gang kind;
    bool unresolvable; // if false, the scheduler tries preemption
  };
  // `own_places` returns the group's members that hold a node. pre_filter() calls it only to check minResources.
  using Places = std::vector<std::pair<model::PodIndex, model::NodeIndex>>;
  std::optional<Refused> pre_filter(model::PodIndex pod, model::Time now, const NodeTable& nodes,
                                    const NodeUsage& usage, const std::function<Places()>& own_places);

  enum class Permit : std::uint8_t { Success, Wait, NotFound };
  struct PermitAnswer {
    Permit decision = Permit::Success;
    std::int64_t wait_seconds = 0;
    bool activate_siblings = false;
  };
  PermitAnswer permit(model::PodIndex pod);

  struct PostFilterAnswer {
    std::string text;            // may be empty
    bool reject_waiting = false; // reject all waiting members with Policy::post_filter_text
  };
  PostFilterAnswer post_filter(model::PodIndex pod, bool failed_in_pre_filter, model::Time now);

  // Releases a reservation. Returns true if the other waiting members are to be rejected (Policy::unreserve_text).
  bool unreserve(model::PodIndex pod, model::Time now);

  // Number of members that are bound or hold a reservation, in the plugin instance that serves the pod's profile.
  std::int32_t assigned(model::PodIndex pod) const;
  Members members(model::GroupIndex group) const { return m_members[static_cast<std::size_t>(group)]; }

 private:
  struct State { // of one group in one profile's instance of the plugin
    std::int32_t assigned = 0;
    std::optional<model::Time> backed_off_until, denied_until, permitted_until;
    // The last gap that was found while no member held a node, and NodeUsage::changes() then. Until a change on a node,
    // the next look would find it again.
    std::optional<ResourceGap> gap;
    std::uint64_t gap_as_of = 0;
  };
  void find_schedulers();
  std::size_t instance_of(const model::Pod& pod) const;
  State* state(model::PodIndex pod); // null for a plain pod
  const State* state(model::PodIndex pod) const { return const_cast<GangRules*>(this)->state(pod); }
  const model::Pod& pod(model::PodIndex index) const { return m_rules.cluster.pods[static_cast<std::size_t>(index)]; }
  const model::PodGroup& group(model::GroupIndex index) const {
    return m_rules.cluster.groups[static_cast<std::size_t>(index)];
  }
  std::optional<ResourceGap> gap_of(State& state, const model::PodGroup& group, const NodeTable& nodes,
                                    const NodeUsage& usage, const Places& own) const;
  std::optional<Refused> pre_filter_label_only(const model::Pod& pod, const model::PodGroup& group) const;

  const Rules& m_rules;
  QueueSort& m_queue_sort;
  // Without a configuration: the schedulerNames of groups whose members name several. Each is another profile's, or
  // another scheduler's.
  std::vector<std::string_view> m_scheduler_names;
  std::vector<State> m_states; // [profile or scheduler name][group]
  std::vector<Members> m_members;
  std::vector<std::int32_t> m_first_min_available, m_first_priority; // label-only: of the first member
};

} // namespace engine
