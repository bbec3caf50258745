// SPDX-License-Identifier: Apache-2.0
// A small cluster as open data that a test can change and build again. It is a second way, independent of the engine's
// own, to carry out a remedy and to see its result.
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
    std::string avoids; // node affinity as AvoidNodes prints it
    std::int32_t port = 0;
    bool terminating = false;
    std::int64_t created = 0;
    std::string nominated; // empty: none
  };
  struct Group {
    std::string name;
    std::int32_t min_member = 0;
    std::int64_t created = 0;
  };
  std::vector<Node> nodes;
  std::vector<Pod> pods;
  std::vector<Group> groups;
  int budget = -1; // evictions that the budget of pods with the label app=web allows; -1: no budget

  model::ClusterSnapshot build() const;

  Pod& pod(const std::string& name) { return *std::ranges::find(pods, name, &Pod::name); }
  Node& node(const std::string& name) { return *std::ranges::find(nodes, name, &Node::name); }
  Group& group(const std::string& name) { return *std::ranges::find(groups, name, &Group::name); }
  void remove_pod(const std::string& name) {
    std::erase_if(pods, [&](const Pod& pod) { return pod.name == name; });
  }

  // True if the pod, which runs nowhere, fits on the node next to the pods there.
  bool has_room(const std::string& node, const Pod& pod) const;

  // Carries out the fix as a person would.
  void carry_out(const model::Fix& fix, const std::string& group);

  bool starts(const std::string& group, engine::Victims victims = engine::Victims::Gone) const;
  // True if it starts, however long victims of preemption take to terminate.
  bool surely_starts(const std::string& group) const {
    return starts(group) && starts(group, engine::Victims::Slow) && with_last(group).starts(group);
  }
  // A copy in which the group's turn comes after all others of its priority.
  Sketch with_last(const std::string& group_name) const {
    Sketch last = *this;
    last.group(group_name).created = std::int64_t{1} << 40;
    return last;
  }

  // True if it starts after a person makes the changes of the fix one by one, with rest after each.
  bool starts_step_by_step(const model::Fix& fix, const std::string& group) const;

  // The state in which all pods that can start have started. Remedies begin there.
  Sketch at_rest() const;
};

// Nodes, some tainted or cordoned; running pods, some of them in gangs or jobs; and the pending gang "want", perhaps
// with other pending pods.
Sketch random_sketch(std::mt19937& random);

// Nodes of many sizes, and the gang "want" with a few large and a few small members. It needs all of them, and the
// small ones may come first.
Sketch random_mixture(std::mt19937& random);

// Few nodes with many small pods and fragmented capacity, and a gang of large members.
Sketch random_fragments(std::mt19937& random);

} // namespace tests
