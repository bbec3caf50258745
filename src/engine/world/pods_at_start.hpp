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
  // The same; shares the pages of `like` whose content is the same, for a cluster with a few changes.
  PodsAtStart(const Rules& rules, const PodsAtStart& like);

  PagedColumn<model::NodeIndex> nodes;                       // by pod: its node; k_none: none, or not in the snapshot
  std::vector<std::int32_t> bound_members;                   // by group
  PagedColumn<PodOutcome> outcomes;                          // by pod: AlreadyBound, or not attempted
  std::vector<std::pair<model::Time, model::PodIndex>> ends; // known ends of bound pods; the last one comes first

 private:
  void read(const Rules& rules);
};

} // namespace engine
