// SPDX-License-Identifier: Apache-2.0
// How many members of a group can hold a place at once, and the evidence for it: a placement that shows as many, and a
// bound that shows why there are no more. engine/solver/ finds them, engine/verify/ checks them; field by field this is
// `feasibility` of the structured output (schemas/common.json), where each kind of bound is told in full.
//
// Everything is named as a person would look it up: pods of the group's namespace, nodes, values of a topology key. All
// counts are of members; `at_most` of a bound counts the bound members too, those of its parts do not.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace model {

enum class FeasibilityAnswer : std::uint8_t {
  Feasible,   // at least minMember members can hold a place at once
  Infeasible, // they cannot
  Unknown,    // the search ran out of budget
};

// How the answer was found.
enum class FeasibilityMethod : std::uint8_t { Counting, Table, Spread, Search };

struct PlacedPod {
  std::string pod, node;
};

// Nodes, or values of a topology key, that are alike: so many places on each, no more than the set has members.
struct CountedPlaces {
  std::int64_t each = 0;
  std::int64_t count = 0; // how many nodes, or values
  bool domains = false;   // values of the set's topology key, not nodes
  std::string like;       // the first of them by name
};

// Members, and the places that the nodes have for them, each node taken alone.
struct CountedSet {
  std::vector<std::string> members;
  std::string topology_key; // each member keeps all others out of its domain of this key; empty: they do not
  std::vector<CountedPlaces> places;
  std::int64_t at_most = 0;
};

// Sets that share no member and hold them all: no set has more members in place than it has places.
struct CountingBound {
  std::int64_t at_most = 0;
  std::vector<CountedSet> sets;
};

// Count vectors, one number for each class of members; none of them is as great as another in all numbers.
using Frontier = std::vector<std::vector<std::int64_t>>;

struct TableNodes {
  std::int64_t count = 0; // how many nodes have this frontier
  std::string like;       // the first of them by name
  Frontier frontier;      // what one of them holds at most
};

// At most three classes of equal members: every combination that the nodes hold, one node after the other.
struct TableBound {
  std::int64_t at_most = 0;
  std::vector<std::vector<std::string>> classes;
  std::vector<TableNodes> nodes;
  Frontier frontier;  // of all nodes together; empty where `digest` stands for it
  std::string digest; // of a frontier of more than 256 vectors: FNV-1a 64 over "a,b;a,b;…", 16 hex digits
};

struct SpreadDomain {
  std::string name;          // the value of the topology key
  std::int64_t matching = 0; // pods there that the constraint counts, before any member comes
  std::int64_t holds = 0;    // members that its nodes have room for, added up node by node
};

// Equal members with a DoNotSchedule topology spread constraint that counts themselves: no domain may have more than
// max_skew matching pods more than the lowest, and the lowest cannot rise above `level`.
struct SpreadBound {
  std::int64_t at_most = 0;
  std::string topology_key;
  std::int64_t max_skew = 0;
  std::int64_t level = 0;
  std::vector<std::string> members;
  std::vector<SpreadDomain> domains;
};

// Every placement was tried.
struct SearchBound {
  std::int64_t at_most = 0;
  std::int64_t states = 0; // how many different ones
};

using UpperBound = std::variant<CountingBound, TableBound, SpreadBound, SearchBound>;

struct Certificate {
  // Members beside the bound ones, in an order in which each passes every filter after those before it.
  std::vector<PlacedPod> placement;
  std::optional<UpperBound> bound; // absent where every member has a place, and where the answer is Unknown
};

struct FeasibilityReport {
  FeasibilityAnswer answer = FeasibilityAnswer::Unknown;
  std::optional<std::int64_t> largest_placeable; // bound members counted; absent where the search ran out of budget
  FeasibilityMethod method = FeasibilityMethod::Counting;
  Certificate certificate;
};

} // namespace model
