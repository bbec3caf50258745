// SPDX-License-Identifier: Apache-2.0
// The solver's view of the problem: members in classes, nodes in kinds, and the members that cannot share a node.
//
// It only drops rules of the scheduler: if something is impossible here, the scheduler cannot do it either. It leaves
// out rules that other members could still satisfy: spread, and required affinity to other pods.
#pragma once

#include "engine/rules/rules.hpp"
#include "engine/solver/gang.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace engine::solver {

// Members that no bound can distinguish: equal requests, open nodes and exclusions.
struct MemberClass {
  std::vector<model::PodIndex> members; // in the gang's order
  std::vector<std::int64_t> requests;   // by Problem::resources; 0 if NodeResourcesFit does not check it
  NodeSet open;                         // nodes that no filter closes permanently
  std::int64_t size() const { return static_cast<std::int64_t>(members.size()); }
};

// Two classes (or one twice) whose members may not share a value of the topology key; an empty key means a node.
struct Exclusion {
  std::size_t a = 0, b = 0; // a <= b
  std::string_view topology_key;
};

// Nodes with equal capacity for these members.
struct NodeKind {
  std::vector<model::NodeIndex> nodes; // ascending
  std::vector<bool> open;              // by class
  std::vector<std::int64_t> room;      // free capacity by Problem::resources; at most the sum of all members' requests
  std::vector<bool> excludes;          // by Problem::exclusions: true if it applies to these nodes
};

struct Problem {
  explicit Problem(const Gang& gang);

  const Gang& gang;
  std::vector<model::ResourceId> resources; // that any member requests, "pods" first
  std::vector<MemberClass> classes;
  std::vector<Exclusion> exclusions;
  std::vector<NodeKind> kinds; // that can hold any member, ordered by first node
  bool is_exact = true;        // true if only rules in this struct can refuse a member

  std::vector<std::int64_t> free; // by resource: sum over all nodes open to any class, even those too small for one

  std::int64_t size() const; // members of all classes
  // True if the free sums cover the `count` members with the smallest requests.
  bool sums_cover(std::int64_t count) const;
  // Number of the class's members that fit on one node of the kind.
  std::int64_t copies(const NodeKind& kind, std::size_t of_class) const;
  // True if two members of these classes exclude each other on nodes of the kind.
  bool exclude(const NodeKind& kind, std::size_t a, std::size_t b) const;

 private:
  void collect_classes();
  void collect_exclusions();
  void collect_kinds();
  bool is_all_here(model::PodIndex member) const;
};

} // namespace engine::solver
