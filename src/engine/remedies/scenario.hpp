// SPDX-License-Identifier: Apache-2.0
// What if: the picture with a few things changed, simulated as a whole with everybody in it, by the same rules.
//
// There is one copy of the picture. Changes are made on it and taken back by copying what was touched from the
// original again, so that a question costs what it changes and one simulation, and not a copy of 150,000 pods.
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/rules/rules.hpp"
#include "model/report/fix.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace engine {

class Scenario {
 public:
  // `run` is the run without any change; it must outlive this object. `group` may be k_none where nothing is asked
  // about one.
  Scenario(const Run& run, model::GroupIndex group);
  Scenario(const Scenario&) = delete; // rules and tables refer to the copy
  Scenario& operator=(const Scenario&) = delete;

  // ---- changes ----
  // As if the pod were not there, and had never been a member of a group.
  void end(model::PodIndex pod);
  // A running pod is on another node instead.
  void move(model::PodIndex pod, model::NodeIndex node);
  // Nothing fits on the node, and what ran there does not run.
  void lose(model::NodeIndex node);
  void uncordon(model::NodeIndex node);
  void remove_taint(model::NodeIndex node, const model::Taint& taint);
  // More nodes like this one, named as --add-nodes names them, with room taken for the pods that every such node gets
  // (of DaemonSets, static ones). The last change: indexes of nodes then are cluster()'s.
  void add_copies(model::NodeIndex node, std::int64_t count);
  void set_min_member(std::int32_t count);
  // Changes the specs of the group's members that are not bound. `change` is kept as one of the steps().
  void change_members(const std::function<void(model::PodSpec&)>& change);
  // Of those alone that have `role`, a spec of the unchanged picture.
  void change_role(const model::PodSpec& role, const std::function<void(model::PodSpec&)>& change);
  // Of all members, and of the group where it has one.
  void set_priority(std::int32_t priority);

  // A group is not there, and its members are not.
  void end_group(model::GroupIndex group);
  // The question, and what is said of "the group", is about another one from now on.
  void ask_about(model::GroupIndex group) { m_group = group; }

  // As it was in the run.
  void take_back();

  // ---- the question ----
  // Whether the group has its quorum at rest. Simulates.
  bool starts();
  // The same where it starts, too, if the pods that preemption evicts for it take their time to go; with a
  // scheduler that restarts, and with one that has refused it last; and in other orders of members that are not alike.
  bool starts_surely();
  void play(); // simulates, and asks nothing
  // Simulates with the group's turn after all others of its priority, where it is a gang of Coscheduling.
  void play_last() { play(m_original.rules.options, {.last = last_turn()}); }

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
  const model::ClusterSnapshot& cluster() const { return m_cluster; }

  // The changes, one after another, for a scenario of the same run or of one that came from it.
  using Step = std::function<void(Scenario&)>;
  const std::vector<Step>& steps() const { return m_steps; }
  bool creates_members_again() const;
  const Run& original() const { return m_original; }
  model::GroupIndex group() const { return m_group; }

 private:
  // An event of a change, for a scheduler that goes on running.
  struct Happening {
    ClusterEvent::Kind kind;
    model::PodIndex pod = model::k_none; // as it was, or is now where it is bound
    std::string_view node = {};          // its name: numbers change where nodes are added
  };
  struct Tables {
    // `placed`: where pods are taken to run; the pods of `cluster` may be elsewhere already.
    // `original`: claims that were met before stay so.
    Tables(const model::ClusterSnapshot& cluster, const model::ClusterSnapshot& placed, const Run& original);
    std::shared_ptr<const NodeTable> nodes;
    NodeUsage usage;
  };
  model::Pod& touch_pod(model::PodIndex pod);
  model::Node& touch_node(model::NodeIndex node);
  model::PodGroup& touch_group(model::GroupIndex group);
  template <typename Which>
  void change_specs(Which which, const std::function<void(model::PodSpec&)>& change);
  const Tables& tables();
  std::vector<ClusterEvent> events() const;
  bool is_sum_by_order();
  bool are_siblings_alike() const; // the pending members of each group
  void play(const Options& options, SimulationSetup setup, Without without = Without::Nothing);
  bool is_new(model::PodIndex pod) const { // deleted and created again by the changes
    const auto index = static_cast<std::size_t>(pod);
    return m_cluster.pods[index].spec != m_original.rules.cluster.pods[index].spec;
  }
  std::vector<model::PodIndex> tried_too_early() const;
  bool is_gang() const { return m_original.rules.policies[static_cast<std::size_t>(m_group)]->gang; }
  model::GroupIndex last_turn() const { return is_gang() ? m_group : model::k_none; }
  NodeUsage bound_usage(const Tables& tables) const;

  const Run& m_original;
  model::GroupIndex m_group;
  model::ClusterSnapshot m_cluster;
  std::vector<model::PodIndex> m_touched_pods;
  std::vector<model::NodeIndex> m_touched_nodes;
  std::vector<model::GroupIndex> m_touched_groups;
  std::vector<Happening> m_happened;
  std::vector<Step> m_steps;
  bool m_nodes_added = false;
  // Where only pods went, the tables are those of the unchanged picture; else they are built anew.
  std::unique_ptr<Tables> m_unchanged, m_changed;
  std::optional<Options> m_other_options; // of the last simulation, where they are not the run's
  std::unique_ptr<Experiment> m_experiment;
  std::optional<Timeline> m_timeline;
};

// Whether the pod comes with its node and stays on it: a DaemonSet's, or a static one.
bool is_of_its_node(const model::Pod& pod);

} // namespace engine
