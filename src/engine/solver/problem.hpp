// SPDX-License-Identifier: Apache-2.0
// What the solver's bounds look at: members in classes, nodes in kinds, and who can share a node with whom.
//
// All of it only drops rules that the scheduler has: what is impossible here is impossible there. Left out are those
// that other members could still lift: spread, and required affinity to other pods.
#pragma once

#include "engine/rules/rules.hpp"
#include "engine/solver/gang.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace engine::solver {

// Members that no bound can tell apart: they ask for the same, the same nodes are open to them, and they exclude the
// same others.
struct MemberClass {
  std::vector<model::PodIndex> members; // in the gang's order
  std::vector<std::int64_t> requests;   // by Problem::resources; what does not matter is 0
  NodeSet open;                         // the nodes that no filter closes to them for good
  std::int64_t size() const { return static_cast<std::int64_t>(members.size()); }
};

// Two classes, or a class and itself, of which no two members may share a value of the topology key; empty key: a node.
struct Exclusion {
  std::size_t a = 0, b = 0; // a <= b
  std::string_view topology_key;
};

// Nodes with the same room for these members.
struct NodeKind {
  std::vector<model::NodeIndex> nodes; // ascending
  std::vector<bool> open;              // by class
  std::vector<std::int64_t> room;      // by Problem::resources; never more than all members ask for together
  std::vector<bool> excludes;          // by Problem::exclusions: whether it holds on these nodes
};

struct Problem {
  explicit Problem(const Gang& gang);

  const Gang& gang;
  std::vector<model::ResourceId> resources; // that any member asks for; "pods" is the first
  std::vector<MemberClass> classes;
  std::vector<Exclusion> exclusions;
  std::vector<NodeKind> kinds; // that can hold any member, by their first node
  bool is_exact =
      true; // whether every rule that can decide is in here but those between nodes, of which there are none

  std::vector<std::int64_t>
      free; // by resource, over all nodes that are open to any class, also those too small for one

  std::int64_t size() const; // of all classes
  // Whether the free sums cover what the `count` members ask for that ask for least.
  bool sums_cover(std::int64_t count) const;
  // How many members of the class one node of the kind can hold.
  std::int64_t copies(const NodeKind& kind, std::size_t of_class) const;
  // Whether two members, of these classes, exclude each other on the nodes of the kind.
  bool exclude(const NodeKind& kind, std::size_t a, std::size_t b) const;

 private:
  void collect_classes();
  void collect_exclusions();
  void collect_kinds();
  bool is_all_here(model::PodIndex member) const;
};

} // namespace engine::solver
