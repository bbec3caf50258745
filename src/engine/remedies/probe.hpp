// SPDX-License-Identifier: Apache-2.0
// How many of some pods find a place at once, without a queue and without anybody else: the quick question with which a
// search finds its way in a large cluster. What it finds is simulated before it is believed.
#pragma once

#include "engine/feasibility/feasibility.hpp"
#include "engine/rules/rules.hpp"

#include <cstdint>
#include <vector>

namespace engine {

class Probe {
 public:
  // `usage`: what others take. `members`: who looks for a place, in the order in which they are tried.
  Probe(const Rules& rules, const NodeTable& nodes, NodeUsage usage, std::vector<model::PodIndex> members)
      : m_rules(rules), m_feasibility(nodes, std::move(usage), rules.version, rules.options.remembers_classes),
        m_members(std::move(members)) {}

  // The number of members that find a place, one after another, each where the scheduler's scores want it; no further
  // than `enough`. `closed`: nodes that nobody may use; may be null. Nothing stays changed.
  std::int32_t places(std::int32_t enough, const NodeSet* closed = nullptr);

  const std::vector<model::PodIndex>& members() const { return m_members; }
  // The next node for the pod, as the scores want it; k_none: none.
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
