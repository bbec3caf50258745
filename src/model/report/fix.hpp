// SPDX-License-Identifier: Apache-2.0
// A remedy: one change, or several of one kind, after which a group that does not fit starts.
#pragma once

#include "model/report/cluster_picture.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace model {

enum class FixKind : std::uint8_t {
  ChangeOrder,     // the group goes ahead of others, or some of its members ahead of the rest
  WaitFor,         // pods that end by themselves have ended
  Uncordon,        // nodes take new pods again
  RemoveTaint,     // nodes lose a taint
  RelaxConstraint, // the members ask for one thing less
  AvoidNodes,      // some members keep off nodes that the others need
  Move,            // running pods go to other nodes
  Evict,           // running pods end
  AddNodes,        // there are more nodes
  LowerRequest,    // the members ask for less of a resource
  LowerMinMember,  // fewer members make the group start
};

// One step of a fix, on one object. What does not apply is empty.
struct Change {
  std::string kind, namespace_name, name; // Pod, PodGroup or Node
  std::string node;                       // of a pod: where it runs
  std::string to_node;                    // Move: where it goes, after the steps before it
  std::string group;                      // of a pod: its group, "ns/name", where that loses its quorum by this
  std::string owner;                      // of a pod: "Job etl", which would make it anew
  std::string field;                      // "spec.minMember", as the object has it
  std::string from, to;                   // values of the field; `to` is empty where it is taken away
  std::int64_t count = 0;                 // AddNodes: copies of the node
  bool waits = false;                     // of a pod: it is pending, and `node` is where the scheduler binds it
};

// When a scheduler that goes on running tries the members again after the change: it looks at a pod that it refused
// when an event concerns the plugin that refused it, and at all of them every five minutes.
enum class Retry : std::uint8_t {
  AtOnce,
  OnGroupChange, // at once if the PodGroup's object changes too
  OnNewMember,   // at once if a pending member is deleted and recreated
  Later,         // with that look, whatever else is done
};

// A pod that was refused waits at most so long. (podMaxInUnschedulablePodsDuration, and the interval of the look)
inline constexpr std::int64_t k_longest_retry_seconds = 330;

// A running group that loses members.
struct ShrunkGroup {
  std::string name; // "ns/name"
  std::int32_t keeps = 0, needs = 0;
  std::int32_t had = 0; // running members before the change
};

struct Fix {
  FixKind kind = FixKind::Evict;
  std::int64_t cost = 0;   // the changed things and the losers, each with its weight (engine/remedies/remedies.cpp)
  std::int64_t things = 0; // how many: pods, nodes, roles of members, or members that the group does with less
  bool minimal = true;     // false: a smaller one of this kind may exist; the search ended before all were looked at
  std::vector<Change> changes;     // in an order that can be carried out
  std::vector<std::string> losers; // "ns/name" of groups and pods that start, or run, without it and then do not
  std::vector<ShrunkGroup> shrunk; // groups of evicted pods, those of Change::group left out
  Retry retry = Retry::AtOnce;
  std::int64_t backoff_seconds = 0; // the scheduler refuses the gang for this time after its last try
  // The resource that the fix is about, in the scheduler's units. LowerRequest: the request before and after. AddNodes:
  // `to` is what one such node offers. Evict and WaitFor: `to` is what the pods free.
  std::string resource;
  std::int64_t from = 0, to = 0;
  // Filled by report::put_into_words.
  std::string summary;
  std::vector<std::string> try_flags = {}; // arguments that repeat the question with this change; empty: no flag does
  std::string command = {};                // for a shell; empty: no single kubectl command does it
  std::vector<NodeEffect> effects = {}; // with a picture: what it changes on which nodes; not in the structured output
};

} // namespace model
