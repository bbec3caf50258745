// SPDX-License-Identifier: Apache-2.0
// The cluster of a run with a few things changed: one copy, on which changes are made and taken back by copying what
// was touched from the original again, so that a question costs what it changes and not a copy of 150,000 pods.
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/filters/queueing_hints.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace engine {

class ChangedCluster {
 public:
  // `run` is the run without any change; it must outlive this object. `group` may be k_none where nothing is asked
  // about one.
  ChangedCluster(const Run& run, model::GroupIndex group);
  ChangedCluster(const ChangedCluster&) = delete;
  ChangedCluster& operator=(const ChangedCluster&) = delete;

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

  const model::ClusterSnapshot& cluster() const { return m_cluster; }
  const Run& original() const { return m_original; }
  model::GroupIndex group() const { return m_group; }
  // The changes, one after another, for another copy of the same cluster or of one that came from it.
  using Step = std::function<void(ChangedCluster&)>;
  const std::vector<Step>& steps() const { return m_steps; }

 protected:
  ~ChangedCluster() = default;
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
  const Tables& tables();
  NodeUsage bound_usage(const Tables& tables) const;
  std::vector<ClusterEvent> events() const; // of all changes, in their order
  bool is_new(model::PodIndex pod) const {  // deleted and created again by the changes
    const auto index = static_cast<std::size_t>(pod);
    return m_cluster.pods[index].spec != m_original.rules.cluster.pods[index].spec;
  }
  const std::vector<model::GroupIndex>& touched_groups() const { return m_touched_groups; }

 private:
  model::Pod& touch_pod(model::PodIndex pod);
  model::Node& touch_node(model::NodeIndex node);
  model::PodGroup& touch_group(model::GroupIndex group);
  template <typename Which>
  void change_specs(Which which, const std::function<void(model::PodSpec&)>& change);

  const Run& m_original;
  model::GroupIndex m_group;
  model::ClusterSnapshot m_cluster;
  std::vector<model::PodIndex> m_touched_pods;
  std::vector<model::NodeIndex> m_touched_nodes;
  std::vector<model::GroupIndex> m_touched_groups;
  std::vector<Happening> m_happened;
  std::vector<Step> m_steps;
  bool m_nodes_added = false;
  // Where only pods went, the tables are those of the unchanged cluster; else they are built anew.
  std::unique_ptr<Tables> m_unchanged, m_changed;
};

// Whether the pod comes with its node and stays on it: a DaemonSet's, or a static one.
bool is_of_its_node(const model::Pod& pod);

} // namespace engine
