// SPDX-License-Identifier: Apache-2.0
// A small cluster as open data, which can be changed and built again: the other way, beside the engine's own, to carry
// out a remedy and to see what comes of it.
#pragma once

#include "engine/ask.hpp"
#include "model/report/fix.hpp"

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace tests {

struct Sketch {
  struct Node {
    std::string name;
    std::int64_t gpu = 0, pods = 0;
    std::string taint, zone; // empty: none
    bool cordoned = false;
  };
  struct Pod {
    std::string name, group, node; // node empty: pending
    std::int64_t gpu = 0;
    std::int32_t priority = 0;
    std::string owner_kind, zone, tolerates, app;
    std::string avoids; // a node affinity as AvoidNodes tells it
    std::int32_t port = 0;
    bool terminating = false;
    std::int64_t created = 0;
    std::string nominated; // empty: nowhere
  };
  struct Group {
    std::string name;
    std::int32_t min_member = 0;
    std::int64_t created = 0;
  };
  std::vector<Node> nodes;
  std::vector<Pod> pods;
  std::vector<Group> groups;
  int budget = -1; // evictions that pods with the label app=web stand; -1: no budget

  model::ClusterSnapshot build() const;

  Pod& pod(const std::string& name) { return *std::ranges::find(pods, name, &Pod::name); }
  Node& node(const std::string& name) { return *std::ranges::find(nodes, name, &Node::name); }
  Group& group(const std::string& name) { return *std::ranges::find(groups, name, &Group::name); }
  void remove_pod(const std::string& name) {
    std::erase_if(pods, [&](const Pod& pod) { return pod.name == name; });
  }

  // Whether the pod, which runs nowhere, could run on the node beside those that do.
  bool has_room(const std::string& node, const Pod& pod) const;

  // As a person would carry it out.
  void carry_out(const model::Fix& fix, const std::string& group);

  bool starts(const std::string& group, engine::Victims victims = engine::Victims::Gone) const;
  // Whether it starts, however long victims of preemption take to go.
  bool surely_starts(const std::string& group) const {
    return starts(group) && starts(group, engine::Victims::Slow) && with_last(group).starts(group);
  }
  // The group's turn comes after all others of its priority.
  Sketch with_last(const std::string& group_name) const {
    Sketch last = *this;
    last.group(group_name).created = std::int64_t{1} << 40;
    return last;
  }

  // Whether it starts if the fix is carried out one change after another, with rest after each.
  bool starts_step_by_step(const model::Fix& fix, const std::string& group) const;

  // When all that can start has started: that is when a remedy is carried out.
  Sketch at_rest() const;
};

// Nodes of which some are tainted or cordoned, running pods of which some are gangs or jobs, and the gang "want", which
// is pending, perhaps among others.
Sketch random_sketch(std::mt19937& random);

// Nodes of many sizes, and the gang "want" of a few large and a few small members, all of which it needs; the small
// ones may come first.
Sketch random_mixture(std::mt19937& random);

// Few nodes with many small pods and room in pieces, and a gang of large ones.
Sketch random_fragments(std::mt19937& random);

} // namespace tests
