// SPDX-License-Identifier: Apache-2.0
// Workload-aware preemption: finds the pods to evict, anywhere in the cluster, so that a native group fits as a whole.
// Source: kube-scheduler 1.36 framework/preemption/podgrouppreemption.go (KEP-5710).
#pragma once

#include "engine/feasibility/feasibility.hpp"
#include "engine/rules/rules.hpp"

#include <functional>
#include <string_view>
#include <vector>

namespace engine {

struct PodGroupPreemption {
  bool helps = false;
  std::vector<model::PodIndex> victims; // most important first; includes pods that already terminate
  std::string_view text;                // reason why it does not help
};

struct PodGroupPreemptionInput {
  const Rules& rules;
  Feasibility& feasibility; // unchanged on return
  const model::PodGroup& group;
  const std::vector<model::PodIndex>& members; // the members that the cycle tries
  // True if the group fits with the current usage, which the call leaves unchanged.
  std::function<bool()> fits;
};

PodGroupPreemption preempt_for_group(const PodGroupPreemptionInput& input);

} // namespace engine
