// SPDX-License-Identifier: Apache-2.0
#include "engine/kube_scheduler/node_search.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

namespace engine {

Feasibility::Search NodeSearch::next(std::size_t wanted) {
  if (m_starts_at_random) { m_start = m_random() % m_nodes.size(); }
  return {m_start, wanted};
}

void NodeSearch::reduce(NodeSet& feasible, const NodeSet& searched, std::size_t wanted) {
  const std::size_t count = m_nodes.size();
  const std::size_t start = next(wanted).start;
  if (feasible.size() <= wanted) {
    visited(searched.size());
    return;
  }
  std::vector<model::NodeIndex> narrowed;
  if (searched.size() != count) {
    std::ranges::copy_if(m_nodes.zone_order, std::back_inserter(narrowed),
                         [&](model::NodeIndex node) { return searched.has(node); });
  }
  const std::vector<model::NodeIndex>& order = narrowed.empty() ? m_nodes.zone_order : narrowed;
  NodeSet found = NodeSet::none(count);
  std::size_t visits = 0;
  for (std::size_t at = start % order.size();; at = at + 1 == order.size() ? 0 : at + 1, ++visits) {
    if (!feasible.has(order[at])) { continue; }
    if (found.size() == wanted) { break; } // the live search learns from one node more that it has enough
    found.insert(order[at]);
  }
  feasible = found;
  visited(visits);
}

} // namespace engine
