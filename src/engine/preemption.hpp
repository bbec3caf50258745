// SPDX-License-Identifier: Apache-2.0
// DefaultPreemption: which node to clear of whom for one pod. Pod by pod: it knows nothing of gangs.
// Source: kube-scheduler framework/preemption/preemption.go, plugins/defaultpreemption. PodDisruptionBudgets are not
// read yet.
#pragma once

#include "engine/feasibility.hpp"
#include "engine/rules.hpp"

#include <functional>
#include <string>
#include <vector>

namespace engine {

// Who is where, reservations included.
class Residents {
 public:
  Residents(const model::ClusterSnapshot& cluster, std::size_t node_count);
  void add(model::PodIndex pod, model::NodeIndex node);
  void remove(model::PodIndex pod, model::NodeIndex node);
  const std::vector<model::PodIndex>& on(model::NodeIndex node) const { return m_on[static_cast<std::size_t>(node)]; }
  // A bound from below on the priorities of all residents: not raised when pods leave.
  std::int32_t lowest_priority() const { return m_lowest; }

 private:
  const model::ClusterSnapshot& m_cluster;
  std::vector<std::vector<model::PodIndex>> m_on;
  std::int32_t m_lowest = 0;
};

struct Preemption {
  model::NodeIndex node = model::k_none; // nominated; k_none: it does not help
  std::vector<model::PodIndex> victims;
  std::string text;     // "preemption: 0/4 nodes are available: …"; empty when it helps
  bool eligible = true; // false: it was not tried, and a nomination stays as it is
};

struct PreemptionInput {
  const Rules& rules;
  Feasibility& feasibility; // as it was on return
  const Residents& residents;
  model::PodIndex pod;
  int pod_class;
  model::NodeIndex nominated;  // the pod's own nomination, or k_none
  bool nominated_unresolvable; // that node refuses it for good
  // Whether the node's refusal can be cured by evictions: Unschedulable and not UnschedulableAndUnresolvable.
  std::function<bool(model::NodeIndex)> may_help;
  std::int64_t may_help_count; // for how many nodes that is so
  // Whether an earlier preemption makes this pod leave (victims that stay).
  std::function<bool(model::PodIndex)> leaving;
};

Preemption preempt(const PreemptionInput& input);

} // namespace engine
