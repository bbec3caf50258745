// SPDX-License-Identifier: Apache-2.0
// The members of a group that hold no place yet, and what keeps them off nodes when only bound pods are there: what all
// bounds are counted from.
#pragma once

#include "engine/filters/topology_spread.hpp"
#include "engine/nodes/node_set.hpp"
#include "engine/nodes/node_table.hpp"
#include "engine/nodes/node_usage.hpp"
#include "engine/rules/rules.hpp"

#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace engine::verification {

// Members that no filter can tell apart.
struct MemberClass {
  model::PodIndex pod = model::k_none;              // one of them
  const model::SchedulerProfile* profile = nullptr; // null: no scheduler serves it
  std::map<model::ResourceId, std::int64_t> needs;  // above 0, of what NodeResourcesFit looks at; "pods" is 1
  NodeSet open;                                     // the nodes that are not closed to it for good
  std::vector<std::size_t> spread;                  // its DoNotSchedule constraints, into Members::spread_rules
  std::vector<bool> counted_by;                     // by spread rule of any member: whether it matches
};

// How many members of each class.
using ClassCounts = std::map<std::size_t, std::int64_t>;

class Members {
 public:
  Members(const Rules& rules, model::GroupIndex group);

  const Rules& rules;
  const NodeTable nodes;
  const NodeUsage usage; // of bound pods
  const model::PodGroup& group;
  std::int64_t fixed = 0;            // live members that are bound
  std::int64_t needed = 0;           // the quorum
  std::vector<model::PodIndex> pods; // live, not bound, not terminating: by key
  std::vector<std::size_t> class_of; // by place in `pods`
  std::vector<MemberClass> classes;
  std::vector<SpreadRule> spread_rules; // of all members, each once

  FilterInput input(const MemberClass& members) const;
  // Less than 0 where a node is overcommitted.
  std::int64_t room(model::NodeIndex node, model::ResourceId resource) const;

  // Whether two members of the classes never share the node: a host port, or required anti-affinity of one of them
  // that matches the other, over a topology key that the node has.
  bool conflict(std::size_t a, std::size_t b, model::NodeIndex node) const;
  // Whether they keep each other out of all nodes that share a value of the topology key.
  bool exclude_over(std::size_t a, std::size_t b, std::string_view topology_key) const;
  // No bound can tell them apart.
  bool equal(std::size_t a, std::size_t b) const;

  // How many of these members the node holds at most: of those that it could hold alone, limited by what the smallest
  // of them ask for, by one where any two of them all conflict there.
  std::int64_t most_on(const ClassCounts& of, model::NodeIndex node) const;

 private:
  struct Conflicts {
    bool everywhere = false;            // a host port
    std::vector<std::string_view> keys; // of anti-affinity
  };
  std::size_t add_class(model::PodIndex pod);
  std::vector<std::size_t> number_spread_rules(const model::Pod& pod);
  Conflicts conflicts_between(const MemberClass& a, const MemberClass& b) const;
  bool any_two_conflict(const ClassCounts& of, model::NodeIndex node) const;

  std::vector<std::vector<Conflicts>> m_conflicts; // by class and class
};

// Whether `holds(a, b)` is so for any two of the members; for a single one: for it and another of its class.
template <typename Holds>
bool any_two(const ClassCounts& of, Holds holds) {
  const bool single = of.size() == 1 && of.begin()->second == 1;
  for (auto a = of.begin(); a != of.end(); ++a) {
    if ((a->second > 1 || single) && !holds(a->first, a->first)) { return false; }
    for (auto b = std::next(a); b != of.end(); ++b) {
      if (!holds(a->first, b->first)) { return false; }
    }
  }
  return true;
}

} // namespace engine::verification
