// SPDX-License-Identifier: Apache-2.0
// A what-if run: simulates the whole cluster with a few changes, by the same rules.
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

  // Restores the state of the run.
  void take_back();

  // True if the group has its quorum at rest. Simulates.
  bool starts();
  // True if the group also starts if preemption victims terminate slowly, if the scheduler restarts, if the scheduler
  // rejected the group last, and if unequal members come in other orders. Simulates.
  bool starts_surely();
  void play(); // simulates without a check of the group
  // Simulates with the group's turn after all others of its priority, if it is a Coscheduling gang.
  void play_last() { play(original().rules.options, {.last = last_turn()}); }

  enum class Without : std::uint8_t { Nothing, Manifest, Group };
  // Simulates a scheduler that keeps running from the end of `before`, a run of the same pods. It retries rejected
  // pods when the changes wake them.
  struct Running {
    const Timeline& before;
    bool failed_recently = false;              // the gangs that the scheduler rejected are in back-off
    bool rested = false;                       // a race has ended the retry loops
    model::PodIndex recreated = model::k_none; // a pending pod that is deleted and created again
    bool group_changes = false;                // a PodGroup object changes
    bool reversed = false;                     // other pods of equal priority have their turns in the opposite order
    Without without = Without::Nothing; // pods of the manifest, or of the group, that the scheduler does not try yet
    bool one_by_one = false;            // the scheduler tries each recreated member before the next one exists
  };
  void play_on(const Running& how);

  // The functions below need a preceding starts() or play(), and no change since.
  // Groups and pods ("ns/name") that start or keep running without the changes, but not with them. Excludes those that
  // a change ended.
  std::vector<std::string> losers() const;
  // Other running groups that lose members to the changes or to preemption.
  std::vector<model::ShrunkGroup> shrunk_groups() const;
  // The simulated run.
  Run run() const { return {*m_experiment, *m_timeline}; }
  // The node that the run gives the pod; k_none if it gives none.
  model::NodeIndex place_of(model::PodIndex pod) const;

  bool creates_members_again() const;

 private:
  bool is_sum_by_order();
  bool are_siblings_alike() const; // whether the pending members of each group are equal
  void play(const Options& options, SimulationSetup setup, Without without = Without::Nothing,
            SharedPorts ports = SharedPorts::Counted);
  std::vector<model::PodIndex> tried_too_early() const;
  bool is_new(model::PodIndex pod) const { // the changes delete the pod and create it again
    const auto index = static_cast<std::size_t>(pod);
    return cluster().pods[index].spec != original().rules.cluster.pods[index].spec;
  }
  bool is_gang() const { return original().rules.policies[static_cast<std::size_t>(group())]->gang; }
  model::GroupIndex last_turn() const { return is_gang() ? group() : model::k_none; }

  std::optional<Options> m_other_options; // options of the last simulation, if they differ from the run's
  std::unique_ptr<Experiment> m_experiment;
  std::optional<Timeline> m_timeline;
};

} // namespace engine
