// SPDX-License-Identifier: Apache-2.0
// DefaultPreemption: which node to clear of whom for one pod. Pod by pod: it knows nothing of gangs.
// Source: kube-scheduler framework/preemption/preemption.go, plugins/defaultpreemption.
#pragma once

#include "engine/feasibility/feasibility.hpp"
#include "engine/rules/rules.hpp"

#include <functional>
#include <string>
#include <vector>

namespace engine {

struct Preemption {
  model::NodeIndex node = model::k_none; // nominated; k_none: it does not help
  std::vector<model::PodIndex> victims;
  bool on_a_tie = false; // another node would have done as well
  std::string text;      // "preemption: 0/4 nodes are available: …"; empty when it helps
  bool eligible = true;  // false: it was not tried, and a nomination stays as it is
};

struct PreemptionInput {
  const Rules& rules;
  Feasibility& feasibility; // as it was on return
  model::PodIndex pod;
  model::NodeIndex nominated;  // the pod's own nomination, or k_none
  bool nominated_unresolvable; // that node refuses it for good
  // Whether the node's refusal can be cured by evictions: Unschedulable and not UnschedulableAndUnresolvable.
  std::function<bool(model::NodeIndex)> may_help;
  std::int64_t may_help_count; // for how many nodes that is so
  // Whether an earlier preemption makes this pod leave (victims that stay).
  std::function<bool(model::PodIndex)> leaving;
  // What the node says of the pod beside those that are nominated there.
  std::function<Refusal(model::NodeIndex)> refusal_on;
};

Preemption preempt(const PreemptionInput& input);

} // namespace engine
