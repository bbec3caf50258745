// SPDX-License-Identifier: Apache-2.0
// The members of a group without a node, and what keeps them off nodes that hold only bound pods. All bounds start from
// this.
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

// Members that no filter can distinguish.
struct MemberClass {
  model::PodIndex pod = model::k_none;              // one of them
  const model::SchedulerProfile* profile = nullptr; // null if no profile serves it
  std::map<model::ResourceId, std::int64_t> needs;  // requests above 0 that NodeResourcesFit checks; "pods" is 1
  NodeSet open;                                     // nodes that are not closed to it permanently
  std::vector<std::size_t> spread;                  // its DoNotSchedule constraints: indexes of spread_rules
  std::vector<bool> counted_by;                     // by index of spread_rules: true if the rule counts it
};

// Number of members by class.
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
  std::vector<model::PodIndex> pods; // live, not bound, not terminating; sorted by key
  std::vector<std::size_t> class_of; // by index in `pods`
  std::vector<MemberClass> classes;
  std::vector<SpreadRule> spread_rules; // of all members, without duplicates

  FilterInput input(const MemberClass& members) const;
  // Free capacity; negative if the node is overcommitted.
  std::int64_t room(model::NodeIndex node, model::ResourceId resource) const;

  // True if two members of the classes can never share the node. The cause is a host port, or required anti-affinity of
  // one that matches the other, with a topology key that the node has.
  bool conflict(std::size_t a, std::size_t b, model::NodeIndex node) const;
  // True if they keep each other out of all nodes with the same value of the topology key.
  bool exclude_over(std::size_t a, std::size_t b, std::string_view topology_key) const;
  // True if no bound can distinguish them.
  bool equal(std::size_t a, std::size_t b) const;

  // The most of these members that the node can hold. Counts only members that fit there alone, as many as
  // their smallest requests allow; 1 if any two of them conflict there.
  std::int64_t most_on(const ClassCounts& of, model::NodeIndex node) const;

 private:
  struct Conflicts {
    bool everywhere = false;            // by a host port
    std::vector<std::string_view> keys; // of anti-affinity
  };
  std::size_t add_class(model::PodIndex pod);
  std::vector<std::size_t> number_spread_rules(const model::Pod& pod);
  Conflicts conflicts_between(const MemberClass& a, const MemberClass& b) const;
  bool any_two_conflict(const ClassCounts& of, model::NodeIndex node) const;

  std::vector<std::vector<Conflicts>> m_conflicts; // by class and class
};

// True if `holds(a, b)` for any two of the members. A single member counts as two of its class.
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
