// SPDX-License-Identifier: Apache-2.0
// Kueue's quota: ClusterQueues lend and borrow in the cohorts above them. (kueue, resource_node.go)
//
//        all            a cohort: its own quota, and the quota that its children do not keep
//       /   \           (a child keeps nominal − lendingLimit; no other can use it)
//      ai    web        a ClusterQueue may exceed its nominal quota, by borrowingLimit at most, if the
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

// The cohort above all others of a queue; empty: none.
std::string_view top_cohort(const model::ClusterSnapshot& cluster, const model::ClusterQueue& queue);

class QuotaTree {
 public:
  explicit QuotaTree(const model::ClusterSnapshot& cluster); // includes usage of admitted Workloads

  // `queue`: index of the ClusterQueue in the snapshot.
  model::Quantity available(std::size_t queue,
                            const FlavorResource& what) const;                    // now; negative if over quota
  model::Quantity potential(std::size_t queue, const FlavorResource& what) const; // without any usage
  model::Quantity used(std::size_t queue, const FlavorResource& what) const;      // by its own Workloads
  model::Quantity nominal(std::size_t queue, const FlavorResource& what) const;
  // What the queue may take on top of its usage by borrowing, whatever others use; absent: no limit.
  std::optional<model::Quantity> borrowing_left(std::size_t queue, const FlavorResource& what) const;
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
  model::Quantity local(std::size_t node, const FlavorResource& what) const; // quota that it does not lend

  std::vector<Node> m_nodes; // the ClusterQueues of the snapshot, then cohorts
  std::map<std::string_view, std::size_t> m_cohorts;
};

} // namespace engine
