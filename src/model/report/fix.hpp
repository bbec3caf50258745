// SPDX-License-Identifier: Apache-2.0
// A remedy: one change, or several of one kind, after which a group that does not fit starts.
#pragma once

#include "model/report/cluster_picture.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace model {

enum class FixKind : std::uint8_t {
  ChangeOrder,     // the group gets an earlier turn, or some of its members do
  WaitFor,         // pods end by themselves
  Uncordon,        // nodes accept new pods again
  RemoveTaint,     // nodes lose a taint
  RelaxConstraint, // the members drop one constraint
  AvoidNodes,      // some members avoid nodes that the others need
  Move,            // running pods move to other nodes
  Evict,           // running pods end
  AddNodes,        // the cluster gets more nodes
  LowerRequest,    // the members request less of a resource
  LowerMinMember,  // the group starts with fewer members
};

// One step of a fix, on one object. Fields that do not apply are empty.
struct Change {
  std::string kind, namespace_name, name; // Pod, PodGroup or Node
  std::string node;                       // of a pod: where it runs
  std::string to_node;                    // Move: its new node, after the steps before
  std::string group;                      // of a pod: its group, "ns/name", if that loses its quorum
  std::string owner;                      // of a pod: "Job etl", which would recreate it
  std::string field;                      // "spec.minMember", as the object has it
  std::string from, to;                   // values of the field; `to` is empty if the change removes it
  std::int64_t count = 0;                 // AddNodes: copies of the node
  bool waits = false;                     // of a pod: it is pending, and the scheduler will bind it to `node`
};

// When a running scheduler retries the members after the change. It retries a rejected pod when an event concerns the
// plugin that rejected it, and checks all rejected pods every five minutes.
enum class Retry : std::uint8_t {
  AtOnce,
  OnGroupChange, // at once if the PodGroup object changes too
  OnNewMember,   // at once if a pending member is deleted and recreated
  Later,         // with that check, whatever else happens
};

// The longest wait of a rejected pod. (podMaxInUnschedulablePodsDuration, and the interval of the check)
inline constexpr std::int64_t k_longest_retry_seconds = 330;

// A running group that loses members.
struct ShrunkGroup {
  std::string name; // "ns/name"
  std::int32_t keeps = 0, needs = 0;
  std::int32_t had = 0; // running members before the change
};

// A member that a fix starts, "ns/name", and its node then.
struct MemberPlace {
  std::string pod, node;
  bool is_like = false; // AddNodes: a new node like that one
};

struct Fix {
  FixKind kind = FixKind::Evict;
  std::int64_t cost = 0;           // changed objects and losers, each with its weight (engine/remedies/remedies.cpp)
  std::int64_t things = 0;         // how many: pods, nodes, roles of members, or members that the quorum loses
  bool minimal = true;             // false: a smaller one of this kind may exist; the search ended early
  std::vector<Change> changes;     // in an order that works
  std::vector<std::string> losers; // "ns/name" of groups and pods that start or run only without it
  std::vector<ShrunkGroup> shrunk; // groups of evicted pods, except those in Change::group
  Retry retry = Retry::AtOnce;
  std::int64_t backoff_seconds = 0; // the scheduler rejects the gang for this time after its last try
  // The resource that the fix is about, in the scheduler's units. LowerRequest: the request before and after. AddNodes:
  // `to` is what one such node offers. Evict and WaitFor: `to` is what the pods free. LowerMinMember: `to` members have
  // a node then.
  std::string resource;
  std::int64_t from = 0, to = 0;
  std::vector<MemberPlace> places = {}; // one for each node and spec; not in the structured output
  std::string not_asked = {};           // the clause that was not asked about one of them; empty: none
  std::vector<NodeEffect> effects = {}; // with a drawing: the effects on nodes; not in the structured output
};

} // namespace model
