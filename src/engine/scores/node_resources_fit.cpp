// SPDX-License-Identifier: Apache-2.0
// NodeResourcesFit: scores how full the node would be, by one of three strategies.
// Source: kube-scheduler plugins/noderesources: least_allocated, most_allocated, requested_to_capacity_ratio.
#include "engine/scores/scores.hpp"
#include "util/int128.hpp"

#include <cmath>

namespace engine::scores {

namespace node_resources_fit {
namespace {

// Amount of a resource requested with the pod, and amount allocatable.
struct Allocation {
  std::int64_t requested = 0, allocatable = 0;
};

// Returns 100·part/whole, truncated, for part >= 0. The product may exceed 64 bits for absurd amounts.
std::int64_t percent(std::int64_t part, std::int64_t whole) {
  // Floats divide in a third of the time. The result is exact: a quotient that is no integer differs from one by at
  // least 1/whole, and floats can represent that difference below 2^53.
  constexpr std::int64_t k_exact = std::int64_t{1} << 46;
  if (part < k_exact && whole < k_exact) {
    return static_cast<std::int64_t>(static_cast<double>(part * k_max_node_score) / static_cast<double>(whole));
  }
  return static_cast<std::int64_t>(static_cast<util::int128>(part) * k_max_node_score / whole);
}

// (Objects instead of functions, to avoid a call through a pointer for each node.)
constexpr auto k_least_allocated = [](Allocation a) {
  return a.requested > a.allocatable ? 0 : percent(a.allocatable - a.requested, a.allocatable);
};
constexpr auto k_most_allocated = [](Allocation a) {
  return percent(std::min(a.requested, a.allocatable), a.allocatable);
};

// Returns the score at `utilization` on the polyline through the shape's points; scores 0..10 become 0..100.
std::int64_t on_shape(const std::vector<std::pair<std::int32_t, std::int32_t>>& shape, std::int64_t utilization) {
  constexpr std::int64_t k_scale = 10;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (utilization > shape[i].first) { continue; }
    const std::int64_t score = shape[i].second * k_scale;
    if (i == 0) { return score; }
    const std::int64_t before = shape[i - 1].second * k_scale;
    return before + (score - before) * (utilization - shape[i - 1].first) / (shape[i].first - shape[i - 1].first);
  }
  return shape.empty() ? 0 : shape.back().second * k_scale;
}

// Computes the weighted mean of score_of over the columns that count on the node. `divide` computes the mean from sum
// and weights.
template <typename ScoreOf, typename Divide>
void mean(const std::vector<AllocationColumn>& columns, std::span<const model::NodeIndex> nodes, Figures& by_node,
          bool counts_zeros, ScoreOf score_of, Divide divide) {
  each_node(nodes, by_node.size(), [&](std::size_t at) {
    std::int64_t sum = 0, weights = 0;
    for (const AllocationColumn& column : columns) {
      const std::int64_t allocatable = column.allocatable[at];
      if (allocatable == 0) { continue; }
      const std::int64_t score = score_of({column.requested[at] + column.own, allocatable});
      if (score == 0 && !counts_zeros) { continue; }
      sum += score * column.weight;
      weights += column.weight;
    }
    by_node[at] = weights == 0 ? 0 : static_cast<Figure>(divide(sum, weights));
  });
}

// (Floats are exact, as above, because the scheduler's weights are at most 100.)
constexpr auto k_truncated = [](std::int64_t sum, std::int64_t weights) {
  return static_cast<std::int64_t>(static_cast<double>(sum) / static_cast<double>(weights));
};
constexpr auto k_rounded = [](std::int64_t sum, std::int64_t weights) {
  return static_cast<std::int64_t>(std::llround(static_cast<double>(sum) / static_cast<double>(weights)));
};

void raw(const FilterInput& input, std::span<const model::NodeIndex> nodes, Figures& by_node) {
  const auto columns = allocation_columns(input, input.profile.fit.resources, Floor::Scoring);
  switch (input.profile.fit.strategy) {
  case model::FitStrategy::LeastAllocated:
    if (nodes.size() == by_node.size() &&
        best_sweeps().least_allocated(columns.data(), columns.size(), nodes.size(), by_node.data())) {
      return;
    }
    return mean(columns, nodes, by_node, true, k_least_allocated, k_truncated);
  case model::FitStrategy::MostAllocated:
    return mean(columns, nodes, by_node, true, k_most_allocated, k_truncated);
  case model::FitStrategy::RequestedToCapacityRatio:
    // This strategy leaves zeros out of the average, and rounds.
    return mean(
        columns, nodes, by_node, false,
        [&](Allocation a) {
          return on_shape(input.profile.fit.shape,
                          a.requested > a.allocatable ? k_max_node_score : percent(a.requested, a.allocatable));
        },
        k_rounded);
  }
}

} // namespace
} // namespace node_resources_fit

std::vector<AllocationColumn> allocation_columns(const FilterInput& input,
                                                 const std::vector<model::WeightedResource>& resources, Floor floor) {
  std::vector<AllocationColumn> columns;
  for (const model::WeightedResource& resource : resources) {
    const std::optional<model::ResourceId> id = input.nodes.resources->find(resource.name);
    if (!id) { continue; }
    AllocationColumn column{input.nodes.allocatable[*id].data(), input.usage.requested_column(*id).data(),
                            model::amount_of(input.spec.requests, *id), resource.weight};
    const bool built_in = *id == model::k_cpu || *id == model::k_memory || *id == model::k_ephemeral_storage;
    if (column.own == 0 && !built_in) { continue; } // an extended resource that the pod does not request
    if (*id == model::k_cpu && floor == Floor::Scoring) {
      column.requested = input.usage.scoring_cpu_column().data();
      column.own = input.spec.own_scoring_cpu_milli;
    }
    if (*id == model::k_memory && floor == Floor::Scoring) {
      column.requested = input.usage.scoring_memory_column().data();
      column.own = input.spec.own_scoring_memory;
    }
    columns.push_back(column);
  }
  return columns;
}

const Score k_node_resources_fit = {"NodeResourcesFit", Scope::Node, Normalize::None, node_resources_fit::raw};

} // namespace engine::scores
