// SPDX-License-Identifier: Apache-2.0
// The cluster of a run with a few changes. All changes apply to one copy; taking them back restores only the touched
// objects from the original. A question thus costs what it changes, not a copy of 150,000 pods.
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/filters/queueing_hints.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

namespace engine {

class ChangedCluster {
 public:
  // `run` is the run without any change; it must outlive this object. `group` may be k_none if no question concerns a
  // group.
  ChangedCluster(const Run& run, model::GroupIndex group);
  ChangedCluster(const ChangedCluster&) = delete;
  ChangedCluster& operator=(const ChangedCluster&) = delete;

  // Removes the pod, as if it had never existed or been a member of a group.
  void end(model::PodIndex pod);
  // Moves a running pod to another node.
  void move(model::PodIndex pod, model::NodeIndex node);
  // Ends all pods on the node and sets its allocatable to 0.
  void lose(model::NodeIndex node);
  void uncordon(model::NodeIndex node);
  void remove_taint(model::NodeIndex node, const model::Taint& taint);
  // Adds nodes like this one, with the names that --add-nodes gives. Reduces their allocatable by the requests of pods
  // that every such node gets (DaemonSet pods, static pods). Only more of these calls may follow: it changes node
  // indexes to those of cluster().
  void add_copies(model::NodeIndex node, std::int64_t count);
  void set_min_member(std::int32_t count);
  // Changes the specs of the group's members that are not bound. Keeps `change` as one of the steps().
  void change_members(const std::function<void(model::PodSpec&)>& change);
  // The same for members with the spec `role` only. `role` belongs to the unchanged snapshot.
  void change_role(const model::PodSpec& role, const std::function<void(model::PodSpec&)>& change);
  // Changes all members, and the group if it has a priority.
  void set_priority(std::int32_t priority);

  // Makes `group` the subject of the question and of later changes.
  void ask_about(model::GroupIndex group) { m_group = group; }

  // Restores the state of the run.
  void take_back();

  const model::ClusterSnapshot& cluster() const { return m_cluster; }
  const Run& original() const { return m_original; }
  model::GroupIndex group() const { return m_group; }
  // Name of the node of the run that this node of cluster() is, or is a copy of.
  std::string_view original_of(model::NodeIndex node) const {
    const auto copied = m_originals.find(m_cluster.nodes[static_cast<std::size_t>(node)].name);
    return copied == m_originals.end() ? m_cluster.nodes[static_cast<std::size_t>(node)].name : copied->second;
  }
  // The changes in order, for another copy of the same cluster or of a cluster derived from it.
  using Step = std::function<void(ChangedCluster&)>;
  const std::vector<Step>& steps() const { return m_steps; }

 protected:
  ~ChangedCluster() = default;
  // An event that a change causes, for a scheduler that keeps running.
  struct Happening {
    ClusterEvent::Kind kind;
    model::PodIndex pod = model::k_none; // PodDeleted: the original pod; otherwise the changed one
    std::string_view node = {};          // by name, because adding nodes changes indexes
  };
  struct Tables {
    // `placed` says where pods run; the pods of `cluster` may have moved already. Claims that `original` has allocated
    // or bound stay so.
    Tables(const model::ClusterSnapshot& cluster, const model::ClusterSnapshot& placed, const Run& original);
    std::shared_ptr<const NodeTable> nodes;
    NodeUsage usage;
  };
  const Tables& tables();
  // Of a host port that several pods of a node use, when one of them leaves: a scheduler that starts counts those that
  // stay, and one that keeps running forgets the port. (framework, HostPortInfo.Remove)
  enum class SharedPorts : std::uint8_t { Counted, Forgotten };
  NodeUsage bound_usage(const Tables& tables, SharedPorts ports = SharedPorts::Counted) const;
  std::vector<ClusterEvent> events() const; // of all changes, in order
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
  std::map<std::string_view, std::string_view> m_originals; // of added nodes: the node that each is like, by name
  // m_unchanged serves changes that only end or move pods. All other changes need new tables in m_changed.
  std::unique_ptr<Tables> m_unchanged, m_changed;
};

} // namespace engine
