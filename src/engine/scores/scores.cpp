// SPDX-License-Identifier: Apache-2.0
#include "engine/scores/scores.hpp"

#include <array>

namespace engine {

namespace {

const std::array<const Score*, 8> k_scores = {
    &scores::k_taint_toleration,    &scores::k_node_affinity,      &scores::k_node_resources_fit,
    &scores::k_balanced_allocation, &scores::k_inter_pod_affinity, &scores::k_pod_topology_spread,
    &scores::k_image_locality,      &scores::k_dynamic_resources,
    // VolumeBinding scores only with the feature gate StorageCapacityScoring, which is off.
};

} // namespace

std::vector<WeightedScore> scores_of(const model::SchedulerProfile& profile) {
  std::vector<WeightedScore> chosen;
  for (const Score* row : k_scores) {
    if (const std::int32_t weight = profile.score_weight(row->name); weight != 0) { chosen.push_back({row, weight}); }
  }
  return chosen;
}

} // namespace engine
