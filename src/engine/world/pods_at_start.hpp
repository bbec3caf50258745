// SPDX-License-Identifier: Apache-2.0
// Where the pods are before a run. All runs of an Experiment begin with these columns.
#pragma once

#include "engine/rules/rules.hpp"
#include "engine/world/timeline.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace engine {

struct PodsAtStart {
  explicit PodsAtStart(const Rules& rules);

  PagedColumn<model::NodeIndex> nodes;                       // by pod: its node; k_none: none, or not in the snapshot
  std::vector<std::int32_t> bound_members;                   // by group
  PagedColumn<PodOutcome> outcomes;                          // by pod: AlreadyBound, or not attempted
  std::vector<std::pair<model::Time, model::PodIndex>> ends; // known ends of bound pods; the last one comes first
};

} // namespace engine
