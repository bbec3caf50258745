// SPDX-License-Identifier: Apache-2.0
// DynamicResources: prefers nodes whose devices serve the first alternatives of requests (firstAvailable).
// Source: kube-scheduler 1.36 plugins/dynamicresources, Score, computeScore and NormalizeScore.
#include "engine/index.hpp"
#include "engine/nodes/devices.hpp"
#include "engine/scores/scores.hpp"

#include <algorithm>

namespace engine::scores {

namespace dynamic_resources {
namespace {

bool has_alternatives(const model::ClusterSnapshot& cluster, model::ResourceClaimIndex claim) {
  return std::ranges::any_of(cluster.resource_claims[at(claim)].requests,
                             [](const model::DeviceRequest& request) { return !request.alternatives.empty(); });
}

bool skips(const FilterInput& input) {
  if (!dynamic_resources_scores(input.version) || input.spec.resource_claims.empty()) { return true; }
  const model::ClusterSnapshot& cluster = *input.nodes.cluster;
  return !untold_devices(cluster, input.pod).empty() ||
         std::ranges::none_of(claims_of_pod(cluster, input.pod),
                              [&](model::ResourceClaimIndex claim) { return has_alternatives(cluster, claim); });
}

std::int64_t preference_of(const FilterInput& input, const std::vector<model::ResourceClaimIndex>& allocated) {
  std::int64_t preference = 0;
  for (const model::ResourceClaimIndex claim : allocated) {
    const AssumedDevices::Allocation* const since = input.usage.devices().find(claim);
    preference += since != nullptr ? since->preference : input.nodes.cluster->resource_claims[at(claim)].preference;
  }
  return preference;
}

// A pod whose claims all have their devices leaves the scheduler without an allocator, so no node gets a score.
bool over(const FilterInput& input, const NodeSet& candidates, std::vector<std::int64_t>& by_node) {
  const Pending pending = input.version.group_reuses_pending_allocation() ? Pending::Reused : Pending::Awaited;
  const PodDevices devices = devices_of(*input.nodes.cluster, input.usage.devices(), input.pod, pending);
  if (devices.to_allocate.empty()) { return false; }
  const std::int64_t of_allocated = preference_of(input, devices.allocated);
  std::int64_t highest = 0;
  candidates.for_each([&](model::NodeIndex node) {
    const auto found = allocate(*input.nodes.cluster, input.usage.devices(), devices.to_allocate, node);
    if (!found) { return; }
    std::int64_t& score = by_node[at(node)];
    score = of_allocated;
    for (const AssumedDevices::Allocation& allocation : *found) { score += allocation.preference; }
    highest = std::max(highest, score);
  });
  if (highest == 0) { return false; }
  candidates.for_each(
      [&](model::NodeIndex node) { by_node[at(node)] = k_max_node_score * by_node[at(node)] / highest; });
  return true;
}

} // namespace
} // namespace dynamic_resources

const Score k_dynamic_resources = {"DynamicResources",       Scope::Placement,       Normalize::None, nullptr,
                                   dynamic_resources::skips, dynamic_resources::over};

} // namespace engine::scores
