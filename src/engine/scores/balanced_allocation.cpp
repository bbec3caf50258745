// SPDX-License-Identifier: Apache-2.0
// NodeResourcesBalancedAllocation: prefers nodes that would use similar shares of their resources.
// Source: kube-scheduler plugins/noderesources/balanced_allocation.go of 1.34 and 1.36. The plugin does not score a pod
// that requests none of the resources.
#include "engine/scores/scores.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace engine::scores {

namespace balanced_allocation {
namespace {

bool asks_for_nothing(const FilterInput& input) {
  return std::all_of(input.profile.balanced_resources.begin(), input.profile.balanced_resources.end(),
                     [&](const model::WeightedResource& resource) {
                       const auto id = input.nodes.resources->find(resource.name);
                       return !id || model::amount_of(input.spec.requests, *id) == 0;
                     });
}

// Limits the shares on the stack; no real configuration has more resources.
constexpr std::size_t k_most = 16;

class Fractions {
 public:
  void add(std::int64_t amount, std::int64_t allocatable) {
    if (m_count < k_most) {
      m_values[m_count++] = std::min(1.0, static_cast<double>(amount) / static_cast<double>(allocatable));
    }
  }

  std::int64_t balance() const {
    return static_cast<std::int64_t>((1 - standard_deviation()) * static_cast<double>(k_max_node_score));
  }

 private:
  double standard_deviation() const {
    if (m_count == 2) { return std::abs((m_values[0] - m_values[1]) / 2); }
    if (m_count < 2) { return 0; }
    double total = 0;
    for (std::size_t i = 0; i < m_count; ++i) { total += m_values[i]; }
    const double mean = total / static_cast<double>(m_count);
    double squares = 0;
    for (std::size_t i = 0; i < m_count; ++i) { squares += (m_values[i] - mean) * (m_values[i] - mean); }
    return std::sqrt(squares / static_cast<double>(m_count));
  }

  std::array<double, k_most> m_values;
  std::size_t m_count = 0;
};

void raw(const FilterInput& input, std::span<const model::NodeIndex> nodes, Figures& by_node) {
  const auto columns = allocation_columns(input, input.profile.balanced_resources, Floor::Real);
  const bool counts_improvement = input.version.balance_counts_improvement();
  if (columns.size() == 2 && nodes.size() == by_node.size() &&
      best_sweeps().balance_of_two(columns[0], columns[1], counts_improvement, nodes.size(), by_node.data())) {
    return;
  }
  for (const model::NodeIndex node : nodes) {
    const auto at = static_cast<std::size_t>(node);
    Fractions with, without; // this pod
    for (const AllocationColumn& column : columns) {
      const std::int64_t allocatable = column.allocatable[at];
      if (allocatable == 0) { continue; }
      with.add(column.requested[at] + column.own, allocatable);
      if (counts_improvement) { without.add(column.requested[at], allocatable); }
    }
    const std::int64_t score =
        counts_improvement ? k_max_node_score / 2 + (k_max_node_score / 2 + with.balance() - without.balance()) / 2
                           : with.balance();
    by_node[at] = static_cast<Figure>(score);
  }
}

} // namespace
} // namespace balanced_allocation

const Score k_balanced_allocation = {"NodeResourcesBalancedAllocation", Scope::Node, Normalize::None,
                                     balanced_allocation::raw, balanced_allocation::asks_for_nothing};

} // namespace engine::scores
