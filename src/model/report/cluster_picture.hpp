// SPDX-License-Identifier: Apache-2.0
// The cluster in figures, for drawing: its nodes by class, their usage when the run is at rest, and each node's answer
// to the members of the question.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace model {

// Capacity and usage of one resource, on one or several nodes. As the scheduler counts: cpu in milli-cores.
struct Room {
  std::int64_t offered = 0; // allocatable
  std::int64_t used = 0;    // by bound pods that stay
  std::int64_t leaving = 0; // by pods that the run evicts: free afterwards
  std::int64_t others = 0;  // by pods that the run places, outside the question
  std::int64_t planned = 0; // by pods of the question

  std::int64_t taken() const { return used + others + planned; }
  std::int64_t left() const { return offered > taken() ? offered - taken() : 0; } // 0 if over-committed
};

// Pending pods of one group, or of none. Each node gives all of them the same answer.
struct MemberKind {
  std::string namespace_name, group;  // group empty: pods of no group
  std::vector<std::string> pods;      // names of the pods
  std::vector<std::int64_t> requests; // of one pod, by drawn resource
  std::int64_t placed = 0;            // number of pods that get a node
  std::int64_t open_nodes = 0;        // nodes that fit one more, beside all other pods
};

using AnswerId = std::uint16_t; // into ClusterPicture::answers; 0: the node fits one more

struct PictureNode {
  std::string name;
  std::vector<Room> room;        // by drawn resource
  std::vector<AnswerId> answers; // by member kind, for the first kinds_by_node kinds
  std::int64_t planned = 0;      // pods of the question that go here
  std::int64_t leaving = 0;      // pods that the run evicts
  bool is_added = false;         // by a what-if
};

// Nodes with equal allocatable of the drawn resources and equal taints.
struct NodeClass {
  std::string type;                // node.kubernetes.io/instance-type; empty: none, or they differ
  std::vector<std::string> taints; // "dedicated=ml:NoSchedule"
  bool is_cordoned = false;
  bool is_mixed = false;             // nodes of several classes, because there are too many classes
  std::vector<std::int64_t> offered; // by resource, of each node; mixed: the most of any node
  std::int64_t count = 0;            // number of nodes
  std::vector<Room> room;            // by resource, summed over all nodes (saturating)
  // Free amounts of the first resource before the run, with the number of nodes that have each; largest first. All
  // nodes.
  std::vector<std::pair<std::int64_t, std::int64_t>> pieces;
  // By member kind: each answer with its number of nodes, most nodes first.
  std::vector<std::vector<std::pair<AnswerId, std::int64_t>>> answers;
  std::vector<PictureNode> nodes; // by name; only the first ones of a very large cluster
};

struct ClusterPicture {
  std::vector<std::string> resources; // the drawn ones, most important first; at least one if there are nodes
  std::vector<NodeClass> classes;     // largest amount of the first resource first
  std::vector<MemberKind> kinds;      // unplaced kinds first
  std::size_t kinds_by_node = 0;      // number of leading kinds with an answer of each node
  std::size_t kinds_left_out = 0;     // not in `kinds`, because there are too many
  std::vector<std::vector<std::string>> answers; // reasons of nodes, in kube-scheduler's words; [0] is empty
  std::int64_t nodes = 0;
};

// Effect of a remedy on one node, in the first drawn resource: the amount that bound pods leave.
struct NodeEffect {
  std::string node;
  std::int64_t offered = 0;
  std::int64_t left_before = 0, left_after = 0;
  std::int64_t count = 0; // new nodes like it; 0: the node exists already
};

} // namespace model
