// SPDX-License-Identifier: Apache-2.0
// Workload-aware preemption: whom to evict, anywhere in the cluster, so that a native group fits as a whole.
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
  std::vector<model::PodIndex> victims; // most important first; those that terminate already included
  std::string_view text;                // why it does not help
};

struct PodGroupPreemptionInput {
  const Rules& rules;
  Feasibility& feasibility; // as it was on return
  const model::PodGroup& group;
  const std::vector<model::PodIndex>& members; // that the cycle tries
  // Whether the group fits on what is taken now; leaves that as it was.
  std::function<bool()> fits;
};

PodGroupPreemption preempt_for_group(const PodGroupPreemptionInput& input);

} // namespace engine
