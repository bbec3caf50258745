// SPDX-License-Identifier: Apache-2.0
// The scores, one row each: a raw figure per node, and how the figures of the feasible nodes become 0..100.
//
// To add a score: one file in scores/, one row in scores.cpp.
#pragma once

#include "engine/filters.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace engine {

inline constexpr std::int64_t k_max_node_score = 100;

// How raw figures are brought to 0..100 over the feasible nodes. (kube-scheduler plugins/helper, DefaultNormalizeScore)
enum class Normalize : std::uint8_t {
  None,    // raw is the score
  ByMax,   // 100·raw/max; unchanged where max is 0
  Reverse, // 100 − 100·raw/max; all 100 where max is 0
};

struct Score {
  std::string_view name; // the plugin
  Scope scope;
  Normalize normalize;
  // The figures of `nodes`, into by_node: many at once, so that what is the same for all of them is looked up once.
  void (*raw)(const FilterInput& input, std::span<const model::NodeIndex> nodes, std::vector<std::int64_t>& by_node);
  bool (*skips)(const FilterInput& input) = nullptr; // the pod is not scored by the plugin (PreScore returns Skip)
  // Instead of raw and normalize, for scores of the candidates as a whole: fills in the final score of each, by node.
  // False: skipped this time.
  bool (*over)(const FilterInput& input, const NodeSet& candidates, std::vector<std::int64_t>& by_node) = nullptr;
};

struct WeightedScore {
  const Score* score;
  std::int64_t weight;
};

// Those that the profile enables, with its weights.
std::vector<WeightedScore> scores_of(const model::SchedulerProfile& profile);

namespace scores {
extern const Score k_inter_pod_affinity, k_taint_toleration, k_node_affinity, k_node_resources_fit,
    k_balanced_allocation, k_image_locality, k_pod_topology_spread;


// One resource of a strategy, by node. A node with allocatable 0 is judged without it.
struct AllocationColumn {
  const std::vector<std::int64_t>* allocatable = nullptr;
  const std::vector<std::int64_t>* requested = nullptr; // without the pod
  std::int64_t own = 0;                                 // what the pod adds
  std::int64_t weight = 1;
};

enum class Floor : std::uint8_t {
  Scoring, // cpu and memory with a floor for containers that ask for none
  Real,
};

// Those of the resources that count for the pod. (kube-scheduler plugins/noderesources,
// calculateResourceAllocatableRequest)
std::vector<AllocationColumn> allocation_columns(const FilterInput& input,
                                                 const std::vector<model::WeightedResource>& resources, Floor floor);
} // namespace scores

} // namespace engine
