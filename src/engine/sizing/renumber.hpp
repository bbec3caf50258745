// SPDX-License-Identifier: Apache-2.0
// A snapshot keeps its pods, groups and claims for devices sorted by name. This restores the order after some were
// appended, and updates all indexes in the snapshot's lists.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

#include <vector>

namespace engine {

// New index of each pod, group and claim for devices, by old index.
struct Renumbered {
  std::vector<model::PodIndex> pods;
  std::vector<model::GroupIndex> groups;
  std::vector<model::ResourceClaimIndex> claims;
};

Renumbered sort_by_names(model::ClusterSnapshot& cluster);

} // namespace engine
