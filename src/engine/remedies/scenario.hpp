// SPDX-License-Identifier: Apache-2.0
// What if: a cluster with a few things changed, simulated as a whole with everybody in it, by the same rules.
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/remedies/changed_cluster.hpp"
#include "engine/rules/rules.hpp"
#include "model/report/fix.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine {

class Scenario : public ChangedCluster {
 public:
  using ChangedCluster::ChangedCluster;

  // As it was in the run.
  void take_back();

  // Whether the group has its quorum at rest. Simulates.
  bool starts();
  // The same where it starts, too, if the pods that preemption evicts for it take their time to go; with a
  // scheduler that restarts, and with one that has refused it last; and in other orders of members that are not alike.
  bool starts_surely();
  void play(); // simulates, and asks nothing
  // Simulates with the group's turn after all others of its priority, where it is a gang of Coscheduling.
  void play_last() { play(original().rules.options, {.last = last_turn()}); }

  enum class Without : std::uint8_t { Nothing, Manifest, Group };
  // Simulates a scheduler that goes on running from the end of `before`, a run of the same pods: pods that it refused
  // are tried when the changes wake them.
  struct Running {
    const Timeline& before;
    bool failed_recently = false;              // the gangs that the scheduler refused are in their back-off
    bool rested = false;                       // a race has ended what it retried without end
    model::PodIndex recreated = model::k_none; // a pending pod is deleted and created again
    bool group_changes = false;                // a PodGroup's object is updated
    bool reversed = false;                     // others of equal priority have their turns in the opposite order
    Without without = Without::Nothing;        // the manifest's pods, or the group's, are not to be tried yet
    bool one_by_one = false;                   // the scheduler tries each recreated member before the next one exists
  };
  void play_on(const Running& how);

  // The rest holds after starts() or play(), until the next change.
  // Groups and pods ("ns/name") that start, or go on running, without any change, and here do not; without those that
  // a change ended.
  std::vector<std::string> losers() const;
  // Running groups of others of which the changes, or preemption, end some members.
  std::vector<model::ShrunkGroup> shrunk_groups() const;
  // What was simulated.
  Run run() const { return {*m_experiment, *m_timeline}; }
  // Where the pod is at rest; k_none: nowhere.
  model::NodeIndex place_of(model::PodIndex pod) const;

  bool creates_members_again() const;

 private:
  bool is_sum_by_order();
  bool are_siblings_alike() const; // the pending members of each group
  void play(const Options& options, SimulationSetup setup, Without without = Without::Nothing);
  std::vector<model::PodIndex> tried_too_early() const;
  bool is_gang() const { return original().rules.policies[static_cast<std::size_t>(group())]->gang; }
  model::GroupIndex last_turn() const { return is_gang() ? group() : model::k_none; }

  std::optional<Options> m_other_options; // of the last simulation, where they are not the run's
  std::unique_ptr<Experiment> m_experiment;
  std::optional<Timeline> m_timeline;
};

} // namespace engine
