// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/gates/kueue_quota.hpp"

#include "engine/rules/gates/named_amounts.hpp"

#include <algorithm>
#include <functional>

namespace engine {

namespace {

using model::Quantity;

Quantity sum(Quantity a, const Quantity& b) { return a += b; }
Quantity difference(Quantity a, const Quantity& b) { return a -= b; }
Quantity get(const std::map<FlavorResource, Quantity>& amounts, const FlavorResource& what) {
  const auto found = amounts.find(what);
  return found == amounts.end() ? Quantity() : found->second;
}

constexpr std::size_t k_deepest = 64; // levels of cohorts; real trees are not deeper

} // namespace

std::string_view top_cohort(const model::ClusterSnapshot& cluster, const model::ClusterQueue& queue) {
  std::string_view name = queue.cohort;
  for (std::size_t steps = 0; steps < cluster.cohorts.size(); ++steps) {
    const auto cohort = std::ranges::find(cluster.cohorts, name, &model::Cohort::name);
    if (cohort == cluster.cohorts.end() || cohort->parent.empty()) { break; }
    name = cohort->parent;
  }
  return name;
}

QuotaTree::QuotaTree(const model::ClusterSnapshot& cluster) {
  m_nodes.resize(cluster.cluster_queues.size(), Node{k_root, {}, {}, {}});
  for (std::size_t queue = 0; queue < cluster.cluster_queues.size(); ++queue) {
    const model::ClusterQueue& declared = cluster.cluster_queues[queue];
    set_limits(m_nodes[queue], declared.groups);
    if (declared.cohort.empty()) { continue; }
    const std::size_t cohort = cohort_node(declared.cohort);
    m_nodes[queue].parent = cohort;
  }
  for (const model::Cohort& declared : cluster.cohorts) {
    const std::size_t cohort = cohort_node(declared.name);
    set_limits(m_nodes[cohort], declared.groups);
    if (declared.parent.empty()) { continue; }
    const std::size_t parent = cohort_node(declared.parent);
    m_nodes[cohort].parent = parent;
  }
  cut_circles();
  sum_subtrees();
  for (const model::KueueWorkload& workload : cluster.kueue_workloads) {
    if (workload.finished || workload.admitted_to.empty()) { continue; }
    const auto queue =
        std::ranges::lower_bound(cluster.cluster_queues, workload.admitted_to, {}, &model::ClusterQueue::name);
    if (queue == cluster.cluster_queues.end() || queue->name != workload.admitted_to) { continue; }
    for (const model::KueueUsage& held : workload.usage) {
      use(static_cast<std::size_t>(queue - cluster.cluster_queues.begin()), {held.flavor, held.resource}, held.amount);
    }
  }
}

std::size_t QuotaTree::cohort_node(std::string_view name) {
  const auto [place, is_new] = m_cohorts.emplace(name, m_nodes.size());
  if (is_new) { m_nodes.push_back({k_root, {}, {}, {}}); }
  return place->second;
}

void QuotaTree::set_limits(Node& node, const std::vector<model::KueueResourceGroup>& groups) {
  for (const model::KueueResourceGroup& group : groups) {
    for (const model::KueueFlavorQuotas& flavor : group.flavors) {
      for (const model::KueueQuota& quota : flavor.quotas) {
        node.limits[{flavor.flavor, quota.resource}] = {quota.nominal, quota.borrowing_limit, quota.lending_limit};
      }
    }
  }
}

// Cuts cycles of cohorts: Kueue stops the queues below such a cohort.
void QuotaTree::cut_circles() {
  for (std::size_t start = 0; start < m_nodes.size(); ++start) {
    std::size_t depth = 0;
    for (std::size_t node = m_nodes[start].parent; node != k_root; node = m_nodes[node].parent) {
      if (node != start && ++depth <= k_deepest) { continue; }
      m_nodes[start].parent = k_root;
      break;
    }
  }
}

// Adds up from the deepest nodes to the roots. (accumulateFromChild)
void QuotaTree::sum_subtrees() {
  std::vector<std::pair<std::size_t, std::size_t>> by_depth; // depth, node
  for (std::size_t index = 0; index < m_nodes.size(); ++index) {
    std::size_t depth = 0;
    for (std::size_t node = m_nodes[index].parent; node != k_root; node = m_nodes[node].parent) { ++depth; }
    by_depth.emplace_back(depth, index);
    for (const auto& [what, own] : m_nodes[index].limits) { m_nodes[index].subtree[what] = own.nominal; }
  }
  std::ranges::sort(by_depth, std::greater<>());
  for (const auto& [depth, index] : by_depth) {
    const std::size_t parent = m_nodes[index].parent;
    if (parent == k_root) { continue; }
    for (const auto& [what, amount] : m_nodes[index].subtree) {
      m_nodes[parent].subtree[what] += difference(amount, local(index, what));
    }
  }
}

const QuotaTree::Limits& QuotaTree::limits(std::size_t node, const FlavorResource& what) const {
  static const Limits none;
  const auto found = m_nodes[node].limits.find(what);
  return found == m_nodes[node].limits.end() ? none : found->second;
}

Quantity QuotaTree::local(std::size_t node, const FlavorResource& what) const {
  const std::optional<Quantity>& lending = limits(node, what).lending;
  return lending ? not_negative(difference(get(m_nodes[node].subtree, what), *lending)) : Quantity();
}

Quantity QuotaTree::available(std::size_t node, const FlavorResource& what) const {
  const Quantity subtree = get(m_nodes[node].subtree, what);
  const Quantity used = get(m_nodes[node].used, what);
  if (m_nodes[node].parent == k_root) { return difference(subtree, used); }
  const Quantity kept = local(node, what);
  Quantity from_parent = available(m_nodes[node].parent, what);
  if (const std::optional<Quantity>& borrowing = limits(node, what).borrowing) {
    const Quantity lent = difference(subtree, kept);
    const Quantity used_of_parent = not_negative(difference(used, kept));
    from_parent = std::min(from_parent, sum(difference(lent, used_of_parent), *borrowing));
  }
  return sum(not_negative(difference(kept, used)), from_parent);
}

Quantity QuotaTree::potential(std::size_t node, const FlavorResource& what) const {
  const Quantity subtree = get(m_nodes[node].subtree, what);
  if (m_nodes[node].parent == k_root) { return subtree; }
  const Quantity all = sum(local(node, what), potential(m_nodes[node].parent, what));
  const std::optional<Quantity>& borrowing = limits(node, what).borrowing;
  return borrowing ? std::min(all, sum(subtree, *borrowing)) : all;
}

Quantity QuotaTree::used(std::size_t queue, const FlavorResource& what) const { return get(m_nodes[queue].used, what); }

Quantity QuotaTree::nominal(std::size_t queue, const FlavorResource& what) const { return limits(queue, what).nominal; }

std::optional<Quantity> QuotaTree::borrowing_left(std::size_t queue, const FlavorResource& what) const {
  const Limits& own = limits(queue, what);
  if (!own.borrowing) { return std::nullopt; }
  return difference(sum(own.nominal, *own.borrowing), used(queue, what));
}

void QuotaTree::use(std::size_t node, const FlavorResource& what, const Quantity& amount) {
  const Quantity kept = not_negative(difference(local(node, what), get(m_nodes[node].used, what)));
  m_nodes[node].used[what] += amount;
  if (m_nodes[node].parent == k_root || amount <= kept) { return; }
  use(m_nodes[node].parent, what, difference(amount, kept));
}

} // namespace engine
