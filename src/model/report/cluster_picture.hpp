// SPDX-License-Identifier: Apache-2.0
// The cluster in figures, for those who draw it: its nodes by class, who has what of them when the run is at rest, and
// what each node says to the members that the answer is about.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace model {

// What there is of one resource, on a node or on several, and who has it. As the scheduler counts: cpu in milli-cores.
struct Room {
  std::int64_t offered = 0; // allocatable
  std::int64_t used = 0;    // by pods that were there before and still are
  std::int64_t leaving = 0; // by pods that the run evicts: free again
  std::int64_t others = 0;  // by pods that the run places and that nobody asked about
  std::int64_t planned = 0; // by pods that were asked about

  std::int64_t taken() const { return used + others + planned; }
  std::int64_t left() const { return offered > taken() ? offered - taken() : 0; } // nothing where overcommitted
};

// Pending pods of one group, or of none, that every node answers alike.
struct MemberKind {
  std::string namespace_name, group;  // group empty: pods of no group
  std::vector<std::string> pods;      // their names
  std::vector<std::int64_t> requests; // of one of them, by resource of the picture
  std::int64_t placed = 0;            // how many come to have a place
  std::int64_t open_nodes = 0;        // nodes that would take one more, on what all others leave
};

using AnswerId = std::uint16_t; // into ClusterPicture::answers; 0: the node takes one more

struct PictureNode {
  std::string name;
  std::vector<Room> room;        // by resource of the picture
  std::vector<AnswerId> answers; // by kind of member, of the kinds that are told node by node
  std::int64_t planned = 0;      // pods that were asked about and go here
  std::int64_t leaving = 0;      // pods that the run evicts
  bool is_added = false;         // by a what-if
};

// Nodes that offer the same of what is drawn, with the same taints.
struct NodeClass {
  std::string type;                // node.kubernetes.io/instance-type; empty: none, or they differ
  std::vector<std::string> taints; // "dedicated=ml:NoSchedule"
  bool is_cordoned = false;
  bool is_mixed = false;             // the rest: there are too many classes to tell
  std::vector<std::int64_t> offered; // by resource, of each node; mixed: the most that one has
  std::int64_t count = 0;            // how many nodes
  std::vector<Room> room;            // by resource, of all of them (saturating)
  // How many nodes have how much free of the first resource before the run, the largest piece first. All of them.
  std::vector<std::pair<std::int64_t, std::int64_t>> pieces;
  // By kind of member: how many nodes give which answer, most nodes first.
  std::vector<std::vector<std::pair<AnswerId, std::int64_t>>> answers;
  std::vector<PictureNode> nodes; // by name; of very large clusters the first of them
};

struct ClusterPicture {
  std::vector<std::string> resources; // that are drawn, the most telling first; at least one where there are nodes
  std::vector<NodeClass> classes;     // those first that offer most of the first resource
  std::vector<MemberKind> kinds;      // those without a place first
  std::size_t kinds_by_node = 0;      // so many of the first are told node by node
  std::size_t kinds_left_out = 0;     // not in `kinds`, as there are too many
  std::vector<std::vector<std::string>> answers; // reasons of nodes, in kube-scheduler's words; [0] is empty
  std::int64_t nodes = 0;
};

// What a remedy changes on one node, of the first resource of the picture: what bound pods leave.
struct NodeEffect {
  std::string node;
  std::int64_t offered = 0;
  std::int64_t left_before = 0, left_after = 0;
  std::int64_t count = 0; // new nodes like it; 0: it is there already
};

} // namespace model
