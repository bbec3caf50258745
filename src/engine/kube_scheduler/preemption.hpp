// SPDX-License-Identifier: Apache-2.0
// DefaultPreemption: picks a node and its victims for one pod. It does not consider gangs.
// Source: kube-scheduler framework/preemption/preemption.go, plugins/defaultpreemption.
#pragma once

#include "engine/feasibility/feasibility.hpp"
#include "engine/rules/rules.hpp"

#include <functional>
#include <string>
#include <vector>

namespace engine {

struct Preemption {
  model::NodeIndex node = model::k_none; // the nominated node; k_none if preemption does not help
  std::vector<model::PodIndex> victims;
  bool on_a_tie = false; // another node would serve as well
  std::string text;      // "preemption: 0/4 nodes are available: …"; empty when it helps
  bool eligible = true;  // false: preemption was not tried, and the pod keeps its nomination
};

struct PreemptionInput {
  const Rules& rules;
  Feasibility& feasibility; // unchanged on return
  model::PodIndex pod;
  model::NodeIndex nominated;  // the pod's own nomination, or k_none
  bool nominated_unresolvable; // that node's refusal is permanent
  // True if evictions can cure the node's refusal: Unschedulable and not UnschedulableAndUnresolvable.
  std::function<bool(model::NodeIndex)> may_help;
  std::int64_t may_help_count; // number of nodes where may_help() is true
  // True if an earlier preemption makes this pod leave; it may still be on its node.
  std::function<bool(model::PodIndex)> leaving;
  // The node's refusal of the pod, with the pods nominated there counted.
  std::function<Refusal(model::NodeIndex)> refusal_on;
};

Preemption preempt(const PreemptionInput& input);

} // namespace engine
