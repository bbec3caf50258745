// SPDX-License-Identifier: Apache-2.0
// NodeResourcesFit: how full the node would be, by one of three strategies.
// Source: kube-scheduler plugins/noderesources: least_allocated, most_allocated, requested_to_capacity_ratio.
#include "engine/scores.hpp"
#include "util/int128.hpp"

#include <cmath>

namespace engine::scores {

namespace {

// share = 100·part/whole, truncated; the product may exceed 64 bits for memory in bytes.
std::int64_t percent(std::int64_t part, std::int64_t whole) {
  return static_cast<std::int64_t>(static_cast<util::int128>(part) * k_max_node_score / whole);
}

std::int64_t least_allocated(Allocation a) {
  return a.requested > a.allocatable ? 0 : percent(a.allocatable - a.requested, a.allocatable);
}

std::int64_t most_allocated(Allocation a) { return percent(std::min(a.requested, a.allocatable), a.allocatable); }

// The score at `utilization` on the broken line through the shape's points, whose scores 0..10 become 0..100.
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

std::int64_t requested_to_capacity(const FilterInput& input, Allocation a) {
  const std::int64_t utilization = a.requested > a.allocatable ? k_max_node_score : percent(a.requested, a.allocatable);
  return on_shape(input.profile.fit.shape, utilization);
}

std::int64_t resource_score(const FilterInput& input, Allocation a) {
  switch (input.profile.fit.strategy) {
  case model::FitStrategy::LeastAllocated:
    return least_allocated(a);
  case model::FitStrategy::MostAllocated:
    return most_allocated(a);
  case model::FitStrategy::RequestedToCapacityRatio:
    return requested_to_capacity(input, a);
  }
  return 0;
}

std::int64_t raw(const FilterInput& input, model::NodeIndex node) {
  const bool ratio = input.profile.fit.strategy == model::FitStrategy::RequestedToCapacityRatio;
  std::int64_t sum = 0;
  std::int64_t weights = 0;
  for (const model::WeightedResource& resource : input.profile.fit.resources) {
    const Allocation a = allocation(input, node, resource.name, Floor::Scoring);
    if (a.allocatable == 0) { continue; }
    const std::int64_t score = resource_score(input, a);
    if (ratio && score == 0) { continue; } // this strategy leaves zeros out of the average
    sum += score * resource.weight;
    weights += resource.weight;
  }
  if (weights == 0) { return 0; }
  return ratio ? std::llround(static_cast<double>(sum) / static_cast<double>(weights)) : sum / weights;
}

} // namespace

Allocation allocation(const FilterInput& input, model::NodeIndex node, std::string_view resource, Floor floor) {
  const std::optional<model::ResourceId> id = input.nodes.resources->find(resource);
  if (!id) { return {}; }
  const std::int64_t allocatable = input.nodes.allocatable[*id][static_cast<std::size_t>(node)];
  if (*id == model::k_cpu && floor == Floor::Scoring) {
    return {input.usage.scoring_cpu(node) + input.spec.own_scoring_cpu_milli, allocatable,
            input.spec.own_scoring_cpu_milli};
  }
  if (*id == model::k_memory && floor == Floor::Scoring) {
    return {input.usage.scoring_memory(node) + input.spec.own_scoring_memory, allocatable,
            input.spec.own_scoring_memory};
  }
  const std::int64_t wanted = model::amount_of(input.spec.requests, *id);
  const bool built_in = *id == model::k_cpu || *id == model::k_memory || *id == model::k_ephemeral_storage;
  if (wanted == 0 && !built_in) { return {}; } // an extended resource that the pod does not ask for
  return {input.usage.requested(*id, node) + wanted, allocatable, wanted};
}

const Score k_node_resources_fit = {"NodeResourcesFit", Scope::Node, Normalize::None, raw};

} // namespace engine::scores
