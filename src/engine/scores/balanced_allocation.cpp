// SPDX-License-Identifier: Apache-2.0
// NodeResourcesBalancedAllocation: prefers nodes whose resources would be used to similar shares.
// Source: kube-scheduler plugins/noderesources/balanced_allocation.go of 1.34 and 1.36. A pod that asks for none of the
// resources is not scored.
#include "engine/scores.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace engine::scores {

namespace {

bool asks_for_nothing(const FilterInput& input) {
  return std::all_of(input.profile.balanced_resources.begin(), input.profile.balanced_resources.end(),
                     [&](const model::WeightedResource& resource) {
                       const auto id = input.nodes.resources->find(resource.name);
                       return !id || model::amount_of(input.spec.requests, *id) == 0;
                     });
}

double standard_deviation(const std::vector<double>& fractions) {
  if (fractions.size() == 2) { return std::abs((fractions[0] - fractions[1]) / 2); }
  if (fractions.size() < 2) { return 0; }
  double total = 0;
  for (const double fraction : fractions) { total += fraction; }
  const double mean = total / static_cast<double>(fractions.size());
  double squares = 0;
  for (const double fraction : fractions) { squares += (fraction - mean) * (fraction - mean); }
  return std::sqrt(squares / static_cast<double>(fractions.size()));
}

double share(std::int64_t amount, std::int64_t allocatable) {
  return std::min(1.0, static_cast<double>(amount) / static_cast<double>(allocatable));
}

std::int64_t balance(const std::vector<double>& fractions) {
  return static_cast<std::int64_t>((1 - standard_deviation(fractions)) * static_cast<double>(k_max_node_score));
}

std::int64_t raw(const FilterInput& input, model::NodeIndex node) {
  std::vector<double> with, without; // this pod
  for (const model::WeightedResource& resource : input.profile.balanced_resources) {
    const Allocation a = allocation(input, node, resource.name, Floor::Real);
    if (a.allocatable == 0) { continue; }
    with.push_back(share(a.requested, a.allocatable));
    without.push_back(share(a.requested - a.own, a.allocatable));
  }
  if (!input.version.balance_counts_improvement()) { return balance(with); }
  return k_max_node_score / 2 + (k_max_node_score / 2 + balance(with) - balance(without)) / 2;
}

} // namespace

const Score k_balanced_allocation = {"NodeResourcesBalancedAllocation", Scope::Node, Normalize::None, raw,
                                     asks_for_nothing};

} // namespace engine::scores
