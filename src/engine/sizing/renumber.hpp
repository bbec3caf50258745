// SPDX-License-Identifier: Apache-2.0
// A picture keeps its pods and groups in the order of their names. Where some were appended, this brings them back
// into order, with all lists of the picture that say "pod number n".
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

#include <vector>

namespace engine {

// The new place of each pod and group, by the old one.
struct Renumbered {
  std::vector<model::PodIndex> pods;
  std::vector<model::GroupIndex> groups;
};

Renumbered sort_by_names(model::ClusterSnapshot& cluster);

} // namespace engine
