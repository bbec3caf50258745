// SPDX-License-Identifier: Apache-2.0
// The scores, one row each: a raw figure per node, and the rule that maps the figures of the feasible nodes to 0..100.
//
// To add a score: one file in scores/, one row in scores.cpp.
#pragma once

#include "engine/filters/filters.hpp"
#include "engine/scores/sweeps.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace engine {

inline constexpr std::int64_t k_max_node_score = 100;

// A raw figure: a score from 0 to 100, a number of taints, or a sum of weights of preferred terms. The API server
// limits such a weight to 100, so a sum fits. Half of the memory of a wider type: the figures of all classes are large.
using Figure = std::int32_t;
using Figures = std::vector<Figure>; // by node

// Rule that maps raw figures of the feasible nodes to 0..100. (kube-scheduler plugins/helper, DefaultNormalizeScore)
enum class Normalize : std::uint8_t {
  None,    // raw is the score
  ByMax,   // 100·raw/max; unchanged if max is 0
  Reverse, // 100 − 100·raw/max; all 100 if max is 0
};

// Calls visit(at) for each of the distinct `nodes`; in a plain loop if these are all nodes.
template <typename Visit>
void each_node(std::span<const model::NodeIndex> nodes, std::size_t node_count, Visit visit) {
  if (nodes.size() == node_count) {
    for (std::size_t at = 0; at < node_count; ++at) { visit(at); }
  } else {
    for (const model::NodeIndex node : nodes) { visit(static_cast<std::size_t>(node)); }
  }
}

struct Score {
  std::string_view name; // the plugin
  Scope scope;
  Normalize normalize;
  // Writes the figures of `nodes` into by_node. It takes many nodes at once, to look up shared data only once.
  void (*raw)(const FilterInput& input, std::span<const model::NodeIndex> nodes, Figures& by_node);
  bool (*skips)(const FilterInput& input) = nullptr; // the plugin does not score the pod (PreScore returns Skip)
  // Replaces raw and normalize for scores of the candidates as a whole: writes the final score of each candidate, by
  // node. Returns false if skipped this time.
  bool (*over)(const FilterInput& input, const NodeSet& candidates, std::vector<std::int64_t>& by_node) = nullptr;
};

struct WeightedScore {
  const Score* score;
  std::int64_t weight;
};

// Scores that the profile enables, with its weights.
std::vector<WeightedScore> scores_of(const model::SchedulerProfile& profile);

namespace scores {

extern const Score k_inter_pod_affinity, k_taint_toleration, k_node_affinity, k_node_resources_fit,
    k_balanced_allocation, k_image_locality, k_pod_topology_spread, k_dynamic_resources;

enum class Floor : std::uint8_t {
  Scoring, // cpu and memory with a default for containers that request none
  Real,
};

// Columns of the resources that count for the pod. (kube-scheduler plugins/noderesources,
// calculateResourceAllocatableRequest)
std::vector<AllocationColumn> allocation_columns(const FilterInput& input,
                                                 const std::vector<model::WeightedResource>& resources, Floor floor);

} // namespace scores

} // namespace engine
