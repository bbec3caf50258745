// SPDX-License-Identifier: Apache-2.0
// The group that remedies should unblock, with the means to try a change.
#pragma once

#include "engine/remedies/probe.hpp"
#include "engine/remedies/trials.hpp"
#include "model/report/fix.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine {

// Steps of a simulation of such a run. A million take about a tenth of a second.
std::int64_t simulation_steps(const Run& run);

// Number of simulations of such a run that take about a tenth of a second. Small clusters allow exact searches; large
// ones allow only checks of what a probe finds.
std::int64_t affordable_simulations(const Run& run);

struct BlockedGroup {
  // For questions about the run itself. `report` is the group's report of this run.
  BlockedGroup(const Run& run, model::GroupIndex index, const model::GroupReport& report);
  // Input of remedies: the run of the snapshot and its report, and the timeline from whose end a running scheduler
  // continues.
  struct Before {
    const Run& run;
    const model::GroupReport& report;
    const Timeline& running;
  };
  BlockedGroup(const Run& run, model::GroupIndex index, const model::GroupReport& report, const Before& before);
  // The same group with its own copy of the cluster, for another thread.
  std::unique_ptr<BlockedGroup> copy() const;

  const Run& run;
  const Run& before; // the snapshot's run; the same as `run` for questions about the run itself
  model::GroupIndex index;
  const model::GroupReport& report;
  const model::GroupReport& report_before;
  const model::PodGroup& group;
  std::vector<model::PodIndex> members; // pending, not gated, with a profile; in queue order
  std::int32_t bound = 0;               // members that are bound
  std::int32_t needed = 0;              // number of `members` that the quorum still needs
  Scenario scenario;
  Trials trials;

  const model::ClusterSnapshot& cluster() const { return run.rules.cluster; }
  const model::Pod& pod(model::PodIndex pod) const { return cluster().pods[static_cast<std::size_t>(pod)]; }
  model::NodeIndex node_of(model::PodIndex pod) const { return cluster().node_of(pod); }

  // The distinct specs of `members`, and the members with one of them.
  std::vector<const model::PodSpec*> roles() const;
  std::vector<model::PodIndex> members_of(const model::PodSpec& role) const;

  // Tries the members on the capacity that all other pods leave free at the end of the run.
  Probe& probe();
  // The next use of the probe starts from the run again. For searches that took pods out of it: pods that come back do
  // not restore all of its state.
  void forget_probe() { m_probe.reset(); }

  // Returns `fix` if the group starts after `apply`. Adds the losers, and when the scheduler retries the group.
  template <typename Apply>
  std::optional<model::Fix> confirmed(model::Fix fix, Apply apply) {
    if (!trials.starts_in_any_case(apply)) { return std::nullopt; }
    complete(fix);
    return fix;
  }
  // The same for the change of the last trial, which started the group.
  model::Fix confirmed_by_last_trial(model::Fix fix) {
    complete(fix);
    return fix;
  }

 private:
  BlockedGroup(const Run& run, model::GroupIndex index, const model::GroupReport& report, const Before& before,
               const Timeline* holds_after);
  void count_freed(model::Fix& fix) const;
  std::vector<model::MemberPlace> places_of_members() const;
  void complete(model::Fix& fix);
  bool binds_only_now(const model::Change& change) const;
  const Timeline* m_holds_after; // of Trials; may be null
  std::unique_ptr<Probe> m_probe;
};

// A change that names an object of the snapshot.
model::Change change_of(const model::PodGroup& group);
model::Change change_of(const model::Node& node);
model::Change change_of(const model::ClusterSnapshot& cluster, model::PodIndex pod); // with node and owner

} // namespace engine
