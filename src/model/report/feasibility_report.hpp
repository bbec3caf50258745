// SPDX-License-Identifier: Apache-2.0
// The largest number of members that fit at the same time, and its evidence: a placement of that many, and a bound
// that shows why no more fit. engine/solver/ finds both, engine/verify/ checks them. Field by field this is
// `feasibility` of the structured output (schemas/common.json), which describes each kind of bound in full.
//
// Names are those that people look up: pods of the group's namespace, nodes, values of a topology key. All counts are
// of members. `at_most` of a bound includes the bound members; `at_most` of its parts does not.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace model {

enum class FeasibilityAnswer : std::uint8_t {
  Feasible,   // at least minMember members fit at the same time
  Infeasible, // fewer than that fit
  Unknown,    // the search ran out of budget, or other pods and freed claims may open more nodes
};

// The method that found the answer.
enum class FeasibilityMethod : std::uint8_t { Counting, Table, Spread, Search };

struct PlacedPod {
  std::string pod, node;
};

// Equal nodes, or equal values of a topology key: how many members each can hold, at most the size of the set.
struct CountedPlaces {
  std::int64_t each = 0;
  std::int64_t count = 0; // number of nodes or values
  bool domains = false;   // values of the set's topology key, not nodes
  std::string like;       // the first of them by name
};

// Members, and how many of them the nodes can hold, each node by itself.
struct CountedSet {
  std::vector<std::string> members;
  std::string topology_key; // each member excludes all others from its domain of this key; empty: no exclusion
  std::vector<CountedPlaces> places;
  std::int64_t at_most = 0;
};

// Disjoint sets of all members: no more members of a set fit than the set has places.
struct CountingBound {
  std::int64_t at_most = 0;
  std::vector<CountedSet> sets;
};

// Count vectors, one number for each class of members. No vector is at least as large as another in all numbers.
using Frontier = std::vector<std::vector<std::int64_t>>;

struct TableNodes {
  std::int64_t count = 0; // number of nodes with this frontier
  std::string like;       // the first of them by name
  Frontier frontier;      // the largest counts that one of them holds
};

// For at most three classes of equal members: every combination that the nodes hold, built up node by node.
struct TableBound {
  std::int64_t at_most = 0;
  std::vector<std::vector<std::string>> classes;
  std::vector<TableNodes> nodes;
  Frontier frontier;  // of all nodes together; empty if `digest` replaces it
  std::string digest; // of a frontier of more than 256 vectors: FNV-1a 64 over "a,b;a,b;…", 16 hex digits
};

struct SpreadDomain {
  std::string name;          // the value of the topology key
  std::int64_t matching = 0; // pods there that the constraint counts, without any unplaced member
  std::int64_t holds = 0;    // members that its nodes can hold, summed over the nodes
};

// Equal members with a DoNotSchedule topology spread constraint that counts the members themselves. No domain may
// exceed the lowest one by more than max_skew matching pods, and the lowest cannot rise above `level`.
struct SpreadBound {
  std::int64_t at_most = 0;
  std::string topology_key;
  std::int64_t max_skew = 0;
  std::int64_t level = 0;
  std::vector<std::string> members;
  std::vector<SpreadDomain> domains;
};

// The search has tried every placement.
struct SearchBound {
  std::int64_t at_most = 0;
  std::int64_t states = 0; // number of distinct states
};

using UpperBound = std::variant<CountingBound, TableBound, SpreadBound, SearchBound>;

struct Certificate {
  // Members that are not bound yet, in an order in which each passes every filter after the previous ones.
  std::vector<PlacedPod> placement;
  std::optional<UpperBound> bound; // absent if every member fits, or if the answer is Unknown
};

struct FeasibilityReport {
  FeasibilityAnswer answer = FeasibilityAnswer::Unknown;
  std::optional<std::int64_t> largest_placeable; // includes bound members; absent if nothing proves the number
  FeasibilityMethod method = FeasibilityMethod::Counting;
  Certificate certificate;
};

} // namespace model
