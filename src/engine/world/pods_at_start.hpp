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
  bool by_name;                                              // Rules::pods_by_name

  // The order of the pods of a cluster with a few changes: none of them renames a pod.
  Rules::PodOrder order_in(const model::ClusterSnapshot& changed) const {
    return by_name && changed.pods.size() == nodes.size() ? Rules::PodOrder::ByName : Rules::PodOrder::Unknown;
  }

 private:
  void read(const Rules& rules);
};

} // namespace engine
