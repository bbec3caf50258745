// SPDX-License-Identifier: Apache-2.0
// Counts how many of some pods fit at once, without a queue and without other pending pods. Searches in a large
// cluster use this quick check; a simulation then confirms the result.
#pragma once

#include "engine/feasibility/feasibility.hpp"
#include "engine/rules/rules.hpp"

#include <cstdint>
#include <vector>

namespace engine {

class Probe {
 public:
  // `usage`: requests of other pods. `members`: the pods to place, in the order of tries.
  Probe(const Rules& rules, const NodeTable& nodes, NodeUsage usage, std::vector<model::PodIndex> members)
      : m_rules(rules), m_feasibility(nodes, std::move(usage), rules.version, rules.options.remembers_classes),
        m_members(std::move(members)) {}

  // Number of members that fit one after another, each on the node with the best score. Stops at `enough`. No member
  // uses the `closed` nodes, which may be null. Leaves the usage unchanged.
  std::int32_t places(std::int32_t enough, const NodeSet* closed = nullptr);

  const std::vector<model::PodIndex>& members() const { return m_members; }
  // The node with the best score for the pod; k_none if none fits.
  model::NodeIndex place_for(model::PodIndex pod, const NodeSet* closed = nullptr);
  int class_of(model::PodIndex pod);
  Feasibility& feasibility() { return m_feasibility; }
  const Rules& rules() const { return m_rules; }

 private:
  const Rules& m_rules;
  Feasibility m_feasibility;
  std::vector<model::PodIndex> m_members;
};

} // namespace engine
