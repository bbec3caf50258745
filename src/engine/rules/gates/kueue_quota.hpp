// SPDX-License-Identifier: Apache-2.0
// Kueue's quota: ClusterQueues and the cohorts above them, in which they lend and borrow. (kueue, resource_node.go)
//
//        all            a cohort: quota of its own, and what those below do not keep for themselves
//       /   \           (nominal − lendingLimit is kept, and nobody else sees it)
//      ai    web        a ClusterQueue may use more than its nominal quota, by borrowingLimit at most, where the
//     /  \              cohort has it left
//   cq-a cq-b
#pragma once

#include "model/cluster/cluster_snapshot.hpp"
#include "model/values/quantity.hpp"

#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

using FlavorResource = std::pair<std::string_view, std::string_view>; // flavor, resource

class QuotaTree {
 public:
  explicit QuotaTree(const model::ClusterSnapshot& cluster); // with what admitted workloads use

  // Of a ClusterQueue, by its index in the picture.
  model::Quantity available(std::size_t queue,
                            const FlavorResource& what) const; // now; negative where too much is used
  model::Quantity potential(std::size_t queue, const FlavorResource& what) const; // if nobody used anything
  model::Quantity used(std::size_t queue, const FlavorResource& what) const;      // by its own workloads
  model::Quantity nominal(std::size_t queue, const FlavorResource& what) const;
  void use(std::size_t queue, const FlavorResource& what, const model::Quantity& amount);

 private:
  struct Limits {
    model::Quantity nominal;
    std::optional<model::Quantity> borrowing, lending;
  };
  struct Node {
    std::size_t parent; // into m_nodes; k_root: none
    std::map<FlavorResource, Limits> limits;
    std::map<FlavorResource, model::Quantity> subtree, used;
  };
  static constexpr std::size_t k_root = static_cast<std::size_t>(-1);

  std::size_t cohort_node(std::string_view name);
  void set_limits(Node& node, const std::vector<model::KueueResourceGroup>& groups);
  void cut_circles();
  void sum_subtrees();
  const Limits& limits(std::size_t node, const FlavorResource& what) const;
  model::Quantity local(std::size_t node, const FlavorResource& what) const; // what it does not lend

  std::vector<Node> m_nodes; // the ClusterQueues of the picture, then cohorts
  std::map<std::string_view, std::size_t> m_cohorts;
};

} // namespace engine
